import { describe, expect, test } from 'vitest';
import { checkAwkProgram } from '../../../src/probe/scripts/awk.ts';

describe('accepted', () => {
  test.each([
    '{print}',
    '{ print }',
    '{print $1}',
    '{print $1, $NF}',
    '{print $1 " " $2}',
    '{print NR ": " $0}',
    '{ print FILENAME, FNR; }',
    'NR==3',
    'NR>=3 && NR<=5',
    'NR==1,NR==3',
    'NF',
    'NF > 3 {print $2}',
    '$1 == "x"',
    '$1 != "a b" {print}',
    'length > 80',
    'NR % 2 == 0',
    '/x/',
    '!/x/',
    '/x/ && !/y/ {print $2}',
    '$3 ~ /^a[bc]*$/ {print $1}',
    '$3 !~ /a/',
    '/a\\/b/',
    '/[[a]/',
    '$1 > 1.5',
    '$1 < -2',
  ])('%s', (program) => {
    expect(checkAwkProgram(program)).toBeUndefined();
  });
});

describe('refused', () => {
  test.each([
    ['BEGIN{system("id")}', 'runs-programs'],
    ['{system("id")}', 'runs-programs'],
    ['{print | "sh"}', 'runs-programs'],
    ['{"id" | getline}', 'runs-programs'],
    ['{getline < "/etc/passwd"}', 'runs-programs'],
    ['@load "x"', 'runs-programs'],
    ['{print > "out"}', 'writes'],
    ['{print $1 >> "out"}', 'writes'],
    ['{print > $1}', 'writes'],
    ['{printf "%d", $1}', 'program'],
    ['BEGIN {while(1);}', 'program'],
    ['END {print NR}', 'program'],
    ['{x = 1}', 'program'],
    ['{print $i}', 'program'],
    ['{print $(1)}', 'program'],
    ['{print x}', 'program'],
    ['{print; print}', 'program'],
    ['{print} {print}', 'program'],
    ['/a/ /b/', 'program'],
    ['/a\\x2f/', 'program'],
    ['{print "\\x41"}', 'program'],
    ['{print "a', 'program'],
    ['$1 ~ "x"', 'program'],
    ['', 'program'],
    ['function f() {}', 'program'],
    [`/${'x'.repeat(1000)}/`, 'program'],
  ])('%s: %s', (program, expected) => {
    expect(checkAwkProgram(program)).toBe(expected);
  });
});
