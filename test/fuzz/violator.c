/*
 * Does the one thing that it is called by (the last part of its own name), so that a test sees that the tracer
 * sees it. Exits with 3 if this machine has no such call.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

extern char **environ;
static const char *what;
static int is(const char *name) { return strcmp(what, name) == 0; }

/* Calls by number: newer ones have no function in the library, or one that calls another. */
static long raw(void) {
  struct open_how { unsigned long long flags, mode, resolve; } how = {O_RDWR | O_CREAT, 0600, 0};
#ifdef SYS_open
  if (is("open")) return syscall(SYS_open, "f", O_WRONLY);
  if (is("creat")) return syscall(SYS_creat, "new", 0600);
  if (is("unlink")) return syscall(SYS_unlink, "f");
  if (is("rmdir")) return syscall(SYS_rmdir, "d");
  if (is("rename")) return syscall(SYS_rename, "f", "g");
  if (is("renameat")) return syscall(SYS_renameat, AT_FDCWD, "f", AT_FDCWD, "g");
  if (is("link")) return syscall(SYS_link, "f", "g");
  if (is("symlink")) return syscall(SYS_symlink, "f", "g");
  if (is("mkdir")) return syscall(SYS_mkdir, "d", 0700);
  if (is("mknod")) return syscall(SYS_mknod, "p", S_IFIFO | 0600, 0);
  if (is("chmod")) return syscall(SYS_chmod, "f", 0600);
  if (is("chown")) return syscall(SYS_chown, "f", -1, -1);
  if (is("lchown")) return syscall(SYS_lchown, "f", -1, -1);
  if (is("utime")) return syscall(SYS_utime, "f", 0);
  if (is("utimes")) return syscall(SYS_utimes, "f", 0);
  if (is("futimesat")) return syscall(SYS_futimesat, AT_FDCWD, "f", 0);
#endif
  if (is("openat2")) return syscall(SYS_openat2, AT_FDCWD, "new", &how, sizeof how);
  if (is("open_by_handle_at")) return syscall(SYS_open_by_handle_at, AT_FDCWD, 0, O_RDWR);
  if (is("unlinkat")) return syscall(SYS_unlinkat, AT_FDCWD, "f", 0);
  if (is("renameat2")) return syscall(SYS_renameat2, AT_FDCWD, "f", AT_FDCWD, "g", 1);
  if (is("linkat")) return syscall(SYS_linkat, AT_FDCWD, "f", AT_FDCWD, "g", 0);
  if (is("symlinkat")) return syscall(SYS_symlinkat, "f", AT_FDCWD, "g");
  if (is("mkdirat")) return syscall(SYS_mkdirat, AT_FDCWD, "d", 0700);
  if (is("mknodat")) return syscall(SYS_mknodat, AT_FDCWD, "p", S_IFIFO | 0600, 0);
  if (is("fchmod")) return syscall(SYS_fchmod, 0, 0600);
  if (is("fchmodat")) return syscall(SYS_fchmodat, AT_FDCWD, "f", 0600);
  if (is("fchmodat2")) return syscall(452, AT_FDCWD, "f", 0600, 0);
  if (is("fchown")) return syscall(SYS_fchown, 0, -1, -1);
  if (is("fchownat")) return syscall(SYS_fchownat, AT_FDCWD, "f", -1, -1, 0);
  if (is("utimensat")) return syscall(SYS_utimensat, AT_FDCWD, "f", 0, 0);
  if (is("truncate")) return syscall(SYS_truncate, "f", 0);
  if (is("ftruncate")) return syscall(SYS_ftruncate, 0, 0);
  if (is("fallocate")) return syscall(SYS_fallocate, 0, 0, 0, 1);
  if (is("pwrite64")) return syscall(SYS_pwrite64, 1, "x", 1, 0);
  if (is("pwritev")) return syscall(SYS_pwritev, 1, 0, 0, 0, 0);
  if (is("pwritev2")) return syscall(SYS_pwritev2, 1, 0, 0, 0, 0, 0);
  if (is("vmsplice")) return syscall(SYS_vmsplice, 1, 0, 0, 0);
  if (is("setxattr")) return setxattr("f", "user.x", "y", 1, 0);
  if (is("lsetxattr")) return lsetxattr("f", "user.x", "y", 1, 0);
  if (is("fsetxattr")) return fsetxattr(0, "user.x", "y", 1, 0);
  if (is("removexattr")) return removexattr("f", "user.x");
  if (is("lremovexattr")) return lremovexattr("f", "user.x");
  if (is("fremovexattr")) return fremovexattr(0, "user.x");
  if (is("setxattrat")) return syscall(463, AT_FDCWD, "f", 0, "user.x", 0, 0);
  if (is("file_setattr")) return syscall(469, AT_FDCWD, "f", 0, 0, 0);
  if (is("execve")) return execve("/usr/bin/wc", (char *[]){"wc", "f", 0}, environ);
  if (is("execveat")) return syscall(SYS_execveat, AT_FDCWD, "/usr/bin/wc", (char *[]){"wc", "f", 0}, environ, 0);
  if (is("ptrace")) return ptrace(PTRACE_ATTACH, 1, 0, 0);
  if (is("kill")) return kill(1, 0);
  if (is("tkill")) return syscall(SYS_tkill, 1, 0);
  if (is("tgkill")) return syscall(SYS_tgkill, 1, 1, 0);
  if (is("rt_sigqueueinfo")) return syscall(SYS_rt_sigqueueinfo, 1, 0, 0);
  if (is("pidfd_send_signal")) return syscall(SYS_pidfd_send_signal, 0, 0, 0, 0);
  if (is("process_vm_writev")) return syscall(SYS_process_vm_writev, 1, 0, 0, 0, 0, 0);
  if (is("setpgid")) return setpgid(0, 0);
  if (is("setsid")) return setsid();
  if (is("setpriority")) return setpriority(PRIO_PROCESS, 0, 1);
  if (is("prlimit64")) return syscall(SYS_prlimit64, 1, 0, 0, 0);
  if (is("mount")) return mount("x", "d", "tmpfs", 0, 0);
  if (is("umount2")) return umount2("d", 0);
  if (is("fsopen")) return syscall(SYS_fsopen, "tmpfs", 0);
  if (is("move_mount")) return syscall(SYS_move_mount, -1, "", -1, "", 0);
  if (is("chroot")) return chroot("d");
  if (is("pivot_root")) return syscall(SYS_pivot_root, "d", "d");
  if (is("unshare")) return syscall(SYS_unshare, 0x10000000);
  if (is("setns")) return syscall(SYS_setns, -1, 0);
  if (is("io_uring_setup")) return syscall(SYS_io_uring_setup, 1, 0);
  if (is("io_setup")) return syscall(SYS_io_setup, 1, 0);
  if (is("bpf")) return syscall(SYS_bpf, 0, 0, 0);
  if (is("perf_event_open")) return syscall(SYS_perf_event_open, 0, 0, 0, 0, 0);
  if (is("userfaultfd")) return syscall(SYS_userfaultfd, 0);
  if (is("add_key")) return syscall(SYS_add_key, "user", "x", "y", 1, -2);
  if (is("keyctl")) return syscall(SYS_keyctl, 0, 0, 0, 0, 0);
  if (is("mq_open")) return syscall(SYS_mq_open, "q", O_CREAT | O_RDWR, 0600, 0);
  if (is("shmget")) return shmget(IPC_PRIVATE, 1, IPC_CREAT);
  if (is("semget")) return syscall(SYS_semget, IPC_PRIVATE, 1, 0600);
  if (is("msgget")) return syscall(SYS_msgget, IPC_PRIVATE, 0600);
  if (is("sethostname")) return sethostname("x", 1);
  if (is("settimeofday")) return syscall(SYS_settimeofday, 0, 0);
  if (is("clock_settime")) return syscall(SYS_clock_settime, 0, 0);
  if (is("sync")) return syscall(SYS_sync);
  if (is("syncfs")) return syscall(SYS_syncfs, 0);
  if (is("swapon")) return syscall(SYS_swapon, "f", 0);
  if (is("acct")) return syscall(SYS_acct, "f");
  if (is("quotactl")) return syscall(SYS_quotactl, 0, 0, 0, 0);
  if (is("inotify_init1")) return syscall(SYS_inotify_init1, 0);
  if (is("fanotify_init")) return syscall(SYS_fanotify_init, 0, 0);
  if (is("unknown")) return syscall(999, 1, 2, 3);
  return -2;
}

/* Calls that take more than one step. */
static long steps(void) {
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(0x7f000001)}};
  struct sockaddr_un near = {.sun_family = AF_UNIX, .sun_path = "socket"};
  int file = open("f", O_RDONLY), flags = 0;
  if (is("shared-mapping")) return mmap(0, 1, PROT_READ | PROT_WRITE, MAP_SHARED, open("f", O_RDWR), 0) != 0;
  if (is("inherited-mapping")) return mmap(0, 1, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0) != 0;
  if (is("inherited-write")) return write(9, "x", 1);
  if (is("inherited-writev")) return writev(9, &(struct iovec){"x", 1}, 1);
  if (is("copy_file_range")) return copy_file_range(file, 0, 9, 0, 1, 0);
  if (is("sendfile")) return sendfile(9, file, 0, 1);
  if (is("splice")) return splice(0, 0, 9, 0, 1, 0);
  if (is("clone-file")) return ioctl(9, FICLONE, file);
  if (is("file-flags")) return ioctl(file, FS_IOC_SETFLAGS, &flags);
  if (is("terminal-input")) return ioctl(0, 0x5412 /* TIOCSTI */, "x");
  if (is("lease")) return fcntl(file, F_SETLEASE, F_RDLCK);
  if (is("owner")) return fcntl(file, F_SETOWN, 1);
  if (is("lock")) return fcntl(file, F_SETLK, &(struct flock){.l_type = F_RDLCK});
  if (is("flock")) return syscall(SYS_flock, file, 1);
  if (is("temporary")) return open(".", O_TMPFILE | O_RDWR, 0600);
  if (is("shm-open")) return open("/dev/shm/x", O_RDWR | O_CREAT, 0600);
  if (is("fifo")) return open("pipe", O_RDONLY | O_NONBLOCK);
  if (is("fifo-by-link")) return open("link", O_RDONLY | O_NONBLOCK);
  if (is("socket-inet")) return socket(AF_INET, SOCK_STREAM, 0);
  if (is("socket-netlink")) return socket(AF_NETLINK, SOCK_RAW, 0);
  if (is("connect")) return connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&here, sizeof here);
  if (is("connect-unix")) return connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&near, sizeof near);
  if (is("bind")) return bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&near, sizeof near);
  if (is("listen")) return listen(-1, 1);
  if (is("sendto")) return sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0, (void *)&here, sizeof here);
  if (is("sendmsg")) return sendmsg(-1, &(struct msghdr){0}, 0);
  if (is("socketpair")) return socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0});
  if (is("in-a-child")) {
    if (fork() == 0) return unlink("f");
    return wait(0);
  }
  if (is("in-a-vfork")) {
    if (vfork() == 0) {
      execl("/usr/bin/wc", "wc", "f", (char *)0);
      _exit(1);
    }
    return wait(0);
  }
  return -2;
}

int main(int count, char **words) {
  const char *slash = count > 0 ? strrchr(words[0], '/') : 0;
  what = slash == 0 ? "" : slash + 1;
  if (raw() == -2 && steps() == -2) return 3;
  return 0;
}
