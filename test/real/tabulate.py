"""Runs the setter and the readers of a real release, without the rest of it.

Takes the class of the states and the methods `update_status` and `check_status` of the two managers out of
the files and makes classes of nothing else, so that none of the release's imports is needed. Prints the
tables as one JSON document. Usage: tabulate.py ROOT
"""

import ast
import json
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1]) / "sglang" / "srt" / "disaggregation"
KEPT = {"update_status", "check_status"}


def class_of(file, name, bases):
    tree = ast.parse((FOLDER / file).read_text())
    (found,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name]
    if bases is not None:
        found.bases = [ast.Name(base, ast.Load()) for base in bases]
        found.body = [node for node in found.body if getattr(node, "name", "") in KEPT] or [ast.Pass()]
    return found


module = ast.Module(
    [
        ast.ImportFrom("__future__", [ast.alias("annotations")], 0),
        class_of("base/conn.py", "KVPoll", None),
        class_of("common/conn.py", "CommonKVManager", []),
        class_of("nixl/conn.py", "NixlKVManager", ["CommonKVManager"]),
    ],
    [],
)
names = {}
exec(compile(ast.fix_missing_locations(module), "release", "exec"), names)
STATES = {name: value for name, value in vars(names["KVPoll"]).items() if isinstance(value, int)}
NAMES = {value: name for name, value in STATES.items()}


def look(kind):
    manager = names[kind]()
    table = {}
    for old in [None, *STATES.values()]:
        row = table["absent" if old is None else NAMES[old]] = {}
        for argument in STATES.values():
            manager.request_status = {} if old is None else {1: old}
            manager.update_status(1, argument)
            row[NAMES[argument]] = NAMES.get(manager.request_status.get(1), "absent")
    manager.request_status = {}
    try:
        absent = NAMES[manager.check_status(1)]
    except KeyError:
        absent = "rejected"
    return {"table": table, "absent": absent}


print(json.dumps({kind: look(kind) for kind in ("CommonKVManager", "NixlKVManager")}))
