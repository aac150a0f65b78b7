"""Prints what running Python knows of the classes of its own library, to be compared with what is read.

Arguments: module names. One JSON object a class: its file, its order of bases as [file, name], and where each
of its methods comes from. Only classes and functions that are written in Python below the library count.
"""

import importlib
import inspect
import json
import sys
import sysconfig
import types

LIBRARY = sysconfig.get_path("stdlib") + "/"


def place(cls):
    module = sys.modules.get(cls.__module__)
    file = getattr(module, "__file__", None)
    if file is None or not file.startswith(LIBRARY) or not file.endswith(".py"):
        return None
    if cls.__qualname__ not in sources(file):
        return None
    return [file[len(LIBRARY):], cls.__qualname__]


def sources(file, cache={}):
    if file not in cache:
        import ast
        names = []

        def walk(node, prefix):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.ClassDef):
                    names.append(prefix + child.name)
                    walk(child, prefix + child.name + ".")
                elif not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    walk(child, prefix)

        with open(file, encoding="utf-8") as source:
            walk(ast.parse(source.read()), "")
        # A class that is written twice, once for each platform, is left out.
        cache[file] = {name for name in names if names.count(name) == 1}
    return cache[file]


for name in sys.argv[1:]:
    module = importlib.import_module(name)
    for cls in vars(module).values():
        if not inspect.isclass(cls) or cls.__module__ != name or place(cls) is None:
            continue
        order = [place(base) for base in cls.__mro__ if base is not object]
        if None in order:
            continue
        methods = {}
        for base in cls.__mro__:
            for key, value in vars(base).items():
                plain = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
                if key in methods or not isinstance(plain, types.FunctionType) or base is object:
                    continue
                # Made by a decorator or assigned from elsewhere: the text says something else than the object.
                file = sys.modules[base.__module__].__file__
                if plain.__qualname__ == f"{base.__qualname__}.{key}" and plain.__code__.co_filename == file:
                    methods[key] = [*place(base), plain.__code__.co_firstlineno]
                else:
                    methods[key] = None
        known = {key: value for key, value in methods.items() if value is not None}
        print(json.dumps({"file": place(cls)[0], "name": cls.__qualname__, "order": order, "methods": known}))
