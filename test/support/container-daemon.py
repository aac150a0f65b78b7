"""A daemon that runs containers as docker's does: each is a process in namespaces of its own, and a command in one
is started by the daemon, in no process group of the client's, and outlives the client unless its standard input ends.

    container-daemon.py SOCKET STATE

STATE is a JSON file that is read for each request: {"containers": {NAME: {"root": folder, "state": "running" |
"exited" | "paused", "group": true, "env": {...}}}}.
"""

import ctypes
import json
import os
import select
import signal
import socket
import struct
import sys

libc = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNS = 0x00020000
CLONE_NEWPID = 0x20000000
MS_REC, MS_PRIVATE = 0x4000, 0x40000


def check(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), "system call")


def enter_namespace(pid, kind, flag):
    fd = os.open(f"/proc/{pid}/ns/{kind}", os.O_RDONLY)
    check(libc.setns(fd, flag))
    os.close(fd)


def start_container(root):
    """The first process of a container; returns its id out here, once the container is there."""
    ids, there = os.pipe(), os.pipe()
    if os.fork() == 0:
        check(libc.unshare(CLONE_NEWNS | CLONE_NEWPID))
        check(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
        first = os.fork()
        if first == 0:
            os.close(ids[1])
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            check(libc.mount(b"proc", f"{root}/proc".encode(), b"proc", 0, None))
            os.write(there[1], b"1")
            os.close(there[1])
            while True:
                signal.pause()
        os.write(ids[1], struct.pack("i", first))
        os._exit(0)
    os.wait()
    os.close(there[1])
    if os.read(there[0], 1) != b"1":
        raise SystemExit("the container did not start")
    return struct.unpack("i", os.read(ids[0], 4))[0]


def start_command(first, container, argv):
    """Starts a command in a container: its three pipes, and a pipe that tells why it could not start or how it ended."""
    stdin, stdout, stderr, failed = os.pipe(), os.pipe(), os.pipe(), os.pipe()
    between = os.fork()
    if between == 0:
        enter_namespace(first, "pid", CLONE_NEWPID)
        enter_namespace(first, "mnt", CLONE_NEWNS)
        os.chroot(container["root"])
        os.chdir("/")
        command = os.fork()
        if command == 0:
            if container.get("group", True):
                os.setsid()
            for number, fd in enumerate((stdin[0], stdout[1], stderr[1])):
                os.dup2(fd, number)
            os.set_inheritable(failed[1], False)
            os.closerange(3, failed[1])
            os.closerange(failed[1] + 1, 256)
            env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOSTNAME": "c", "HOME": "/root"}
            try:
                os.execve(argv[0], argv, {**env, **container.get("env", {})})
            except OSError as error:
                os.write(failed[1], error.strerror.lower().encode())
            os._exit(127)
        for fd in (*stdin, *stdout, *stderr, *failed):
            os.close(fd)
        _, status = os.waitpid(command, 0)
        code = os.waitstatus_to_exitcode(status)
        os._exit(code if code >= 0 else 128 - code)
    for fd in (stdin[0], stdout[1], stderr[1], failed[1]):
        os.close(fd)
    return between, stdin[1], stdout[0], stderr[0], failed[0]


def refusal(engine, name, found, argv, why=None):
    docker = engine == "docker"
    if found is None:
        if docker:
            return 1, f"Error response from daemon: No such container: {name}"
        return 125, f'Error: no container with name or ID "{name}" found: no such container'
    if found["state"] == "paused":
        if docker:
            return 1, f"Error response from daemon: Container {name} is paused, unpause the container before exec"
        return 255, "Error: can only create exec sessions on running containers: container state improper"
    if found["state"] != "running":
        if docker:
            return 1, f"Error response from daemon: container {'0' * 64} is not running"
        return 255, "Error: can only create exec sessions on running containers: container state improper"
    if why is not None:
        if docker:
            return 127, (
                "OCI runtime exec failed: exec failed: unable to start container process: exec: "
                f'"{argv[0]}": stat {argv[0]}: {why}: unknown'
            )
        return 127, (
            f"Error: crun: executable file `{argv[0]}` not found: No such file or directory: "
            "OCI runtime attempted to invoke a command that was not found"
        )
    return None


def serve(connection, state_file, running):
    line = b""
    while not line.endswith(b"\n"):
        part = connection.recv(1)
        if not part:
            return
        line += part
    request = json.loads(line)
    name, argv, engine = request["name"], request["argv"], request["engine"]
    with open(state_file) as file:
        found = json.load(file)["containers"].get(name)
    answer = refusal(engine, name, found, argv)
    if answer is None:
        between, stdin, stdout, stderr, failed = start_command(running[name], found, argv)
        why = os.read(failed, 200).decode()
        if why:
            answer = refusal(engine, name, found, argv, why)
    if answer is not None:
        status, text = answer
        frame(connection, 2, f"{text}\n".encode())
        frame(connection, 0, struct.pack("!I", status))
        return
    reading = [connection, stdout, stderr]
    gone = False
    while stdout in reading or stderr in reading:
        for ready in select.select(reading, [], [])[0]:
            if ready is connection:
                try:
                    data = connection.recv(65536)
                except OSError:
                    data = b""
                if not data:
                    reading.remove(connection)
                    os.close(stdin)
                    stdin = None
                elif stdin is not None:
                    try:
                        os.write(stdin, data)
                    except BrokenPipeError:
                        pass
                continue
            data = os.read(ready, 65536)
            if not data:
                reading.remove(ready)
            elif not gone:
                # Whoever is gone is told nothing more; the command is not ended for it.
                gone = not frame(connection, 1 if ready == stdout else 2, data)
    _, status = os.waitpid(between, 0)
    frame(connection, 0, struct.pack("!I", os.waitstatus_to_exitcode(status)))


def frame(connection, kind, data):
    try:
        connection.sendall(struct.pack("!BI", kind, len(data)) + data)
        return True
    except OSError:
        return False


def main():
    path, state_file = sys.argv[1:3]
    libc.prctl(1, signal.SIGKILL)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    os.chmod(path, 0o666)
    listener.listen(64)
    with open(state_file) as file:
        containers = json.load(file)["containers"]
    running = {name: start_container(each["root"]) for name, each in containers.items()}
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    while True:
        connection, _ = listener.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            libc.prctl(1, signal.SIGKILL)
            listener.close()
            serve(connection, state_file, running)
            os._exit(0)
        connection.close()


main()
