"""Prints what Python's own parser says of files, one JSON object a line, to be compared with ours.

Arguments: file names. Columns are in UTF-16 units; positions inside f-strings are left out, because Python
before 3.12 does not know them.
"""

import ast
import json
import sys

SIMPLE = {
    ast.Return: "return", ast.Delete: "delete", ast.Assign: "assign", ast.AnnAssign: "assign",
    ast.AugAssign: "augassign", ast.For: "for", ast.AsyncFor: "for", ast.While: "while", ast.If: "if",
    ast.With: "with", ast.AsyncWith: "with", ast.Match: "match", ast.Raise: "raise", ast.Try: "try",
    ast.TryStar: "try", ast.Assert: "assert", ast.Import: "import", ast.ImportFrom: "import",
    ast.Global: "global", ast.Nonlocal: "nonlocal", ast.Expr: "expression", ast.Pass: "pass",
    ast.Break: "break", ast.Continue: "continue",
}
OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.MatMult: "@", ast.Div: "/", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&", ast.FloorDiv: "//",
    ast.Invert: "~", ast.UAdd: "+", ast.USub: "-", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=",
    ast.Gt: ">", ast.GtE: ">=", ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}


class Reference:
    def __init__(self, text):
        self.lines = [line.encode() for line in text.split("\n")]
        self.found = []

    def column(self, line, column):
        return len(self.lines[line - 1][:column].decode().encode("utf-16-le")) // 2

    def place(self, node):
        start = self.column(node.lineno, node.col_offset)
        end = self.column(node.end_lineno, node.end_col_offset)
        return f"{node.lineno}:{start}-{node.end_lineno}:{end}"

    def add(self, node, text):
        self.found.append(f"{self.place(node)} {text}")

    def visit(self, node):
        if isinstance(node, ast.pattern):
            return
        text = self.describe(node)
        if text is not None:
            self.add(node, text)
        if isinstance(node, ast.JoinedStr):
            return
        for child in ast.iter_child_nodes(node):
            self.visit(child)

    def describe(self, node):
        kind = type(node)
        if kind in (ast.FunctionDef, ast.AsyncFunctionDef):
            a = node.args
            count = len(a.posonlyargs + a.args + a.kwonlyargs) + bool(a.vararg) + bool(a.kwarg)
            is_async = kind is ast.AsyncFunctionDef
            return f"function {node.name} {count} {len(node.decorator_list)} {'async' if is_async else 'sync'}"
        if kind is ast.ClassDef:
            return f"class {node.name} {len(node.bases)} {len(node.keywords)} {len(node.decorator_list)}"
        if kind in SIMPLE:
            return SIMPLE[kind] + self.detail(node)
        if kind is ast.Constant:
            return "constant " + constant(node.value)
        if kind is ast.JoinedStr:
            return "fstring"
        if kind is ast.Name:
            return f"name {node.id}"
        if kind is ast.Attribute:
            return f"attribute {node.attr}"
        if kind is ast.Call:
            return f"call {len(node.args)} {len(node.keywords)}"
        if kind is ast.Compare:
            return "compare " + ",".join(OPERATORS[type(op)] for op in node.ops)
        if kind is ast.BoolOp:
            return f"boolean {'and' if isinstance(node.op, ast.And) else 'or'} {len(node.values)}"
        if kind is ast.UnaryOp:
            return "not" if isinstance(node.op, ast.Not) else f"unary {OPERATORS[type(node.op)]}"
        if kind is ast.BinOp:
            return f"binary {OPERATORS[type(node.op)]}"
        if kind is ast.Lambda:
            a = node.args
            return f"lambda {len(a.posonlyargs + a.args + a.kwonlyargs) + bool(a.vararg) + bool(a.kwarg)}"
        if kind in (ast.Tuple, ast.List, ast.Set):
            return f"{kind.__name__.lower()} {len(node.elts)}"
        if kind is ast.Dict:
            return f"dictionary {len(node.keys)}"
        if kind in (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp):
            variety = {"ListComp": "list", "SetComp": "set", "DictComp": "dictionary", "GeneratorExp": "generator"}
            return f"comprehension {variety[kind.__name__]} {len(node.generators)}"
        others = {
            ast.Subscript: "subscript", ast.IfExp: "conditional", ast.Await: "await", ast.Yield: "yield",
            ast.YieldFrom: "yield from", ast.Starred: "starred", ast.NamedExpr: "named", ast.Slice: "slice",
        }
        return others.get(kind)

    def detail(self, node):
        if isinstance(node, ast.Assign):
            return f" {len(node.targets)}"
        if isinstance(node, ast.AnnAssign):
            return f" 1 annotated{'' if node.value is None else ' value'}"
        if isinstance(node, ast.AugAssign):
            return f" {OPERATORS[type(node.op)]}"
        if isinstance(node, (ast.If, ast.For, ast.AsyncFor, ast.While)):
            return f" {len(node.body)} {len(node.orelse)}"
        if isinstance(node, (ast.With, ast.AsyncWith)):
            return f" {len(node.items)} {sum(item.optional_vars is not None for item in node.items)}"
        if isinstance(node, (ast.Try, ast.TryStar)):
            names = ",".join(handler.name or "" for handler in node.handlers)
            return f" {len(node.body)} [{names}] {len(node.orelse)} {len(node.finalbody)}"
        if isinstance(node, ast.ImportFrom):
            return f" {node.level} {node.module or ''} " + ",".join(alias(each) for each in node.names)
        if isinstance(node, ast.Import):
            return " " + ",".join(alias(each) for each in node.names)
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return " " + ",".join(node.names)
        if isinstance(node, ast.Match):
            return f" {len(node.cases)}"
        if isinstance(node, ast.Delete):
            return f" {len(node.targets)}"
        return ""


def alias(node):
    return node.name if node.asname is None else f"{node.name} as {node.asname}"


def constant(value):
    if value is None:
        return "none"
    if value is Ellipsis:
        return "ellipsis"
    if isinstance(value, bool):
        return f"boolean {str(value).lower()}"
    if isinstance(value, int):
        return f"integer {value}" if abs(value) <= 2**53 - 1 else "other"
    if isinstance(value, float):
        return "float" if value not in (float("inf"), float("-inf")) else "other"
    if isinstance(value, complex):
        return "other"
    if isinstance(value, bytes):
        return "bytes " + ",".join(str(byte) for byte in value[:64])
    units = value.encode("utf-16-le", "surrogatepass")
    return "string " + ",".join(str(int.from_bytes(units[i:i + 2], "little")) for i in range(0, min(len(units), 128), 2))


for name in sys.argv[1:]:
    with open(name, "rb") as file:
        data = file.read()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        reference = Reference(text)
        reference.visit(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError) as error:
        print(json.dumps({"file": name, "error": str(error)}))
        continue
    print(json.dumps({"file": name, "nodes": sorted(reference.found)}))
