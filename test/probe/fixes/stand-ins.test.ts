import { describe, expect, test } from 'vitest';
import { standIns } from '../../../src/probe/fixes/stand-ins.ts';
import { unwrapped } from '../../../src/probe/fixes/wrappers.ts';

describe('what stands for a command', () => {
  test.each([
    ['less f', 'cat f'],
    ['less -N f', 'cat -n f'],
    ['less +F f', 'tail -n 100 f'],
    ['less +/Failed f', "grep -n 'Failed' f"],
    ['vim +507 f', "sed -n '487,567p' f"],
    ['vi +5 f', "sed -n '1,65p' f"],
    ['view f g', 'cat f g'],
    ['less f 2>/dev/null', 'cat f 2>/dev/null'],
    ['ag x', 'grep -rn x .'],
    ['ag -Q -i x src', 'grep -rnFi x src'],
    ['ack --python -A 2 x', "grep -rn --include='*.py' -A 2 x ."],
    ["ag -l 'a b' src", "grep -rnl 'a b' src"],
    ['ag -g conn', "find . -path '*conn*'"],
    ['fd conn', "find . -iname '*conn*' -not -path '*/.*'"],
    ['fd -e py conn src', "find src -name '*.py' -iname '*conn*' -not -path '*/.*'"],
    ['tree', "find . -not -path '*/.*'"],
    ['tree -a src', 'find src'],
    ['tree -L 2 -d src', "find src -maxdepth 2 -not -path '*/.*' -type d"],
    [
      "tree -I 'a|b'",
      "find . -not -path '*/.*' -not -path '*/a' -not -path '*/a/*' -not -path '*/b' -not -path '*/b/*'",
    ],
    ["tree -P '*.py'", "find . -not -path '*/.*' -name '*.py'"],
    ['locate conn.py', "find . -name '*conn.py*'"],
    ['which python', "find /usr/local/bin /usr/bin /bin -name 'python'"],
    ['ps aux', 'ps -ef'],
    ['ps -ef --forest', 'ps -ef'],
    ['ps -fp 12 --no-headers', 'ps -f -p 12'],
    ['ps -eo pid,cmd,%cpu --sort=-%cpu', 'ps -e -o pid,args'],
    ['ps -o pid=,start -p 7', 'ps -p 7 -o pid,lstart'],
    ['pgrep -fa sglang', 'ps -ef | grep sglang'],
    ['top -bn1', 'ps -ef'],
    ['ll -a src', 'ls -l -a src'],
    ['vimdiff a b', 'diff -u a b'],
    ['xxd f', 'hexdump -C f'],
    ['jq . f.json', 'cat f.json'],
    ["jq -r '.a' f.json", 'grep -n \'"a"\' f.json'],
    ['jq \'select(.level == "error")\' f.json', 'grep -n \'"error"\' f.json'],
  ])('%s', (stage, expected) => {
    expect(standIns(stage, false)[0]).toBe(expected);
  });

  test.each([
    ['less', ''],
    ['vim -', ''],
    ['jq .', ''],
    ["jq -r '.id'", 'grep \'"id"\''],
    ['jq -r \'select(.level == "error") | .msg\'', 'grep \'"error"\' | grep -o \'"msg": *"[^"]*"\''],
    ["jq '{a: .a, b: .b}'", ''],
  ])('%s behind a pipe', (stage, expected) => {
    expect(standIns(stage, true)[0]).toBe(expected);
  });

  test.each(['grep x f', 'rm f', 'jq .', 'toString', 'constructor', ''])('nothing for %s', (stage) => {
    expect(standIns(stage, false)).toEqual([]);
  });
});

describe('what a wrapper would start', () => {
  test.each([
    ['sudo grep x f', 'grep x f'],
    ['sudo -u app -n grep x f', 'grep x f'],
    ['time -p grep x f', 'grep x f'],
    ['env -i A=1 B=2 grep x f', 'grep x f'],
    ["A='b c' D=e grep x f", 'grep x f'],
    ['timeout -k 1 10s grep x f', 'grep x f'],
    ['nice -n 19 grep x f', 'grep x f'],
    ['nice -10 grep x f', 'grep x f'],
    ['stdbuf -oL grep x f', 'grep x f'],
    ['busybox grep x f', 'grep x f'],
    ["watch -n 1 'grep -c x f'", 'grep -c x f'],
    ['watch -d -n1 grep -c x f', 'grep -c x f'],
    ["ssh host 'grep x f | wc -l'", 'grep x f | wc -l'],
    ['ssh -p 22 -i key user@host grep x f', 'grep x f'],
    ['ssh host "grep \\"a b\\" f" | head', 'grep "a b" f | head'],
    ['bash -c "grep x f"', 'grep x f'],
    ['$ grep x f', 'grep x f'],
    ['# grep x f', 'grep x f'],
    ['user@host:~/src$ grep x f', 'grep x f'],
    ['(venv) user@host:~$ grep x f', 'grep x f'],
  ])('%s', (line, expected) => {
    expect(unwrapped(line)[0]).toBe(expected);
  });

  test.each(['grep x f', 'sudo', 'env | grep x', 'ssh', ''])('nothing for %s', (line) => {
    expect(unwrapped(line)).toEqual([]);
  });
});
