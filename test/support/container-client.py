#!/usr/bin/python3 -IS
"""`docker` or `podman` as far as Sonde uses it: `exec -i -- NAME COMMAND…`, and nothing else. Its daemon is
container-daemon.py. What it was called with is appended to LOG, one JSON a line."""

import json
import os
import select
import socket
import struct
import sys

SOCKET, LOG = "@SOCKET@", "@LOG@"
engine = os.path.basename(sys.argv[0])


def fail(status, text):
    sys.stderr.write(f"{text}\n")
    sys.exit(status)


with open(LOG, "a") as log:
    log.write(json.dumps({"argv": sys.argv[1:], "host": os.environ.get("DOCKER_HOST")}) + "\n")
if sys.argv[1:4] != ["exec", "-i", "--"] or len(sys.argv) < 6:
    fail(125, f"{engine}: this stand-in takes exec -i -- NAME COMMAND only")
connection = socket.socket(socket.AF_UNIX)
try:
    connection.connect(SOCKET)
except PermissionError:
    fail(
        1,
        "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: "
        'Get "http://%2Fvar%2Frun%2Fdocker.sock/v1.47/containers/app/json": dial unix /var/run/docker.sock: '
        "connect: permission denied",
    )
except OSError:
    if engine == "podman":
        fail(125, "Cannot connect to Podman. Please verify your connection to the Linux system using `podman system connection list`")
    fail(1, "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?")
request = {"engine": engine, "name": sys.argv[4], "argv": sys.argv[5:]}
connection.sendall(json.dumps(request).encode() + b"\n")
reading, data = [connection, 0], b""
while True:
    for ready in select.select(reading, [], [])[0]:
        if ready == 0:
            read = os.read(0, 65536)
            if read:
                connection.sendall(read)
            else:
                reading.remove(0)
                connection.shutdown(socket.SHUT_WR)
            continue
        part = connection.recv(65536)
        if not part:
            fail(1, "error during connect: EOF")
        data += part
        while len(data) >= 5:
            kind, length = struct.unpack("!BI", data[:5])
            if len(data) < 5 + length:
                break
            payload, data = data[5 : 5 + length], data[5 + length :]
            if kind == 0:
                sys.exit(struct.unpack("!I", payload)[0])
            while payload:
                payload = payload[os.write(kind, payload) :]
