# What a program inside a layer tries. One line each: what, and `done` or the kernel's answer.
import ctypes, errno, mmap, os, signal, socket, stat, sys

folder, port, victim = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.chdir(folder)


def opened(name, flags):
    os.close(os.open(name, flags, 0o600))


def append():
    handle = os.open("append", os.O_WRONLY | os.O_APPEND)
    os.write(handle, b"more")


def overwrite():
    handle = os.open("overwrite", os.O_WRONLY)
    os.write(handle, b"other")


def mapped():
    handle = os.open("mapped", os.O_RDWR)
    with mmap.mmap(handle, 8) as memory:
        memory[0:5] = b"other"


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as end:
        end.settimeout(5)
        end.connect(address)


def escape():
    """In namespaces of its own, where it is root, a program makes the root folder writable again."""
    child = os.fork()
    if child == 0:
        system = ctypes.CDLL(None)
        new_user, new_mounts, remount, bind = 0x10000000, 0x20000, 32, 4096
        system.unshare(new_user | new_mounts)
        system.mount(None, b"/", None, remount | bind, None)
        try:
            opened("escaped", os.O_WRONLY | os.O_CREAT)
            os._exit(0)
        except OSError as failure:
            os._exit(failure.errno)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status != 0:
        raise OSError(status, os.strerror(status))


actions = {
    "create": lambda: opened("created", os.O_WRONLY | os.O_CREAT | os.O_EXCL),
    "unnamed": lambda: opened(".", os.O_WRONLY | os.O_TMPFILE),
    "truncate": lambda: os.truncate("truncate", 0),
    "open-truncate": lambda: opened("open-truncate", os.O_WRONLY | os.O_TRUNC),
    "append": append,
    "overwrite": overwrite,
    "mapped": mapped,
    "delete": lambda: os.unlink("delete"),
    "rename": lambda: os.rename("rename", "renamed"),
    "make-folder": lambda: os.mkdir("made-folder"),
    "remove-folder": lambda: os.rmdir("remove-folder"),
    "link": lambda: os.link("link", "linked"),
    "symlink": lambda: os.symlink("nowhere", "symlinked"),
    "fifo": lambda: os.mkfifo("fifo"),
    "chmod": lambda: os.chmod("chmod", 0o640),
    "times": lambda: os.utime("times", (1, 1)),
    "attribute": lambda: os.setxattr("attribute", "user.sonde", b"1"),
    "tcp": lambda: connect(socket.AF_INET, ("127.0.0.1", port)),
    "socket-file": lambda: connect(socket.AF_UNIX, os.path.join(folder, "socket")),
    "abstract-socket": lambda: connect(socket.AF_UNIX, ("\0sonde-%d" % port).ljust(108, "\0")),
    "device-node": lambda: os.mknod("node", 0o600 | stat.S_IFCHR, os.makedev(1, 3)),
    "kernel-setting": lambda: opened("/proc/sys/kernel/core_pattern", os.O_WRONLY),
    "escape": escape,
    "signal": lambda: os.kill(victim, signal.SIGTERM),
}
for name, action in actions.items():
    try:
        action()
        print(name, "done")
    except OSError as failure:
        print(name, errno.errorcode.get(failure.errno, str(failure)))
sys.stdout.flush()
