/**
 * Methods of Python's own containers, strings, files, threads, queues and sockets: a call of one of them on an
 * object of unknown class is never taken for a method of the code under analysis
 * (https://docs.python.org/3/library/stdtypes.html).
 */
export const CONTAINER_METHODS: ReadonlySet<string> = new Set(
  (
    'append extend insert remove pop clear index count sort reverse copy add discard update union difference ' +
    'intersection get items keys values setdefault popitem fromkeys popleft appendleft join split strip format ' +
    'encode decode startswith endswith replace lower upper read write readline readlines close flush seek tell ' +
    'put get_nowait put_nowait task_done qsize empty full acquire release wait notify notify_all set is_set ' +
    'is_alive recv accept bind listen connect sendall debug info warning error exception critical log'
  ).split(' '),
);
