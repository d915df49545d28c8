/* Loaded before the C library: kills the process at the Nth of its calls that change (or write, or read) a
 * file under a folder, or lets that call fail.
 *
 * FAULT_UNDER   the folder, absolute
 * FAULT_CALLS   change | write | read
 * FAULT_AT      N, from 1; 0 only notes all calls
 * FAULT_ERROR   number of the error; 0 kills, and INT interrupts and goes on with the call once the process says that it
 *               is stopping
 * FAULT_MET     file that gets a line of every call that was met: the name of the call and of the file
 * FAULT_CLOCK   milliseconds by which the monotonic clock of a thread advances each time the thread reads it, so that what
 *               happens every few seconds depends only on the work of the thread; without it the clock is the system's
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static atomic_long calls, stops;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static void note(const char *call, const char *path) {
    char line[8300];
    int length = snprintf(line, sizeof line, "%s %s\n", call, path);
    int file = (int)syscall(SYS_openat, AT_FDCWD, getenv("FAULT_MET"), O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (file < 0) return;
    syscall(SYS_write, file, line, (size_t)length);
    syscall(SYS_close, file);
}

/* Kills, interrupts, or leaves it to the caller to fail; whether the call is to be made all the same. */
static int fire(void) {
    const char *wanted = getenv("FAULT_ERROR");
    if (strcmp(wanted, "INT") == 0) {
        long before = atomic_load(&stops);
        syscall(SYS_kill, getpid(), SIGINT);
        while (atomic_load(&stops) == before) usleep(100);
        return 1;
    }
    int error = atoi(wanted);
    if (error == 0) syscall(SYS_kill, getpid(), SIGKILL);
    errno = error;
    return 0;
}

static int counted(const char *kind, const char *call, const char *path) {
    const char *under = getenv("FAULT_UNDER"), *wanted = getenv("FAULT_CALLS"), *at = getenv("FAULT_AT");
    char whole[8192];
    if (!under || !wanted || !at || strcmp(wanted, kind) != 0) return 0;
    if (path[0] != '/') {
        char here[4096];
        if (syscall(SYS_getcwd, here, sizeof here) < 0) return 0;
        snprintf(whole, sizeof whole, "%s/%s", here, path);
        path = whole;
    }
    size_t length = strlen(under);
    if (strncmp(path, under, length) != 0 || (path[length] != '/' && path[length] != 0)) return 0;
    long number = atomic_fetch_add(&calls, 1) + 1, met = atol(at);
    if (met == 0 || met == number) note(call, path);
    return met == number;
}

static int meets(const char *kind, const char *call, const char *path) {
    return counted(kind, call, path) && !fire();
}

static const char *name_of(int file, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
    path[length > 0 ? length : 0] = 0;
    return path;
}

static int meets_file(const char *kind, const char *call, int file) {
    char path[4096];
    int before = errno;
    if (meets(kind, call, name_of(file, path, sizeof path))) return 1;
    errno = before;
    return 0;
}

#define PATH_CALL(name, result, parameters, arguments, path)                                                  \
    result name parameters {                                                                                   \
        static result(*real) parameters;                                                                       \
        if (!real) real = next(#name);                                                                         \
        return meets("change", #name, path) ? -1 : real arguments;                                             \
    }
PATH_CALL(rename, int, (const char *from, const char *to), (from, to), to)
PATH_CALL(renameat, int, (int f, const char *from, int t, const char *to), (f, from, t, to), to)
PATH_CALL(renameat2, int, (int f, const char *from, int t, const char *to, unsigned how), (f, from, t, to, how), to)
PATH_CALL(unlink, int, (const char *path), (path), path)
PATH_CALL(unlinkat, int, (int f, const char *path, int how), (f, path, how), path)
PATH_CALL(rmdir, int, (const char *path), (path), path)
PATH_CALL(mkdir, int, (const char *path, mode_t mode), (path, mode), path)
PATH_CALL(truncate, int, (const char *path, off_t length), (path, length), path)
PATH_CALL(truncate64, int, (const char *path, off64_t length), (path, length), path)
PATH_CALL(link, int, (const char *from, const char *to), (from, to), to)

#define FILE_CALL(name, parameters, arguments, file)                                                           \
    int name parameters {                                                                                      \
        static int(*real) parameters;                                                                          \
        if (!real) real = next(#name);                                                                         \
        return meets_file("change", #name, file) ? -1 : real arguments;                                        \
    }
FILE_CALL(fsync, (int file), (file), file)
FILE_CALL(fdatasync, (int file), (file), file)
FILE_CALL(ftruncate, (int file, off_t length), (file, length), file)
FILE_CALL(ftruncate64, (int file, off64_t length), (file, length), file)

static int opens(const char *call, const char *path, int how) {
    int changes = how & (O_CREAT | O_TRUNC);
    return meets(changes ? "change" : (how & O_ACCMODE) == O_RDONLY ? "read" : "none", call, path);
}

#define OPEN_CALL(name, before, given)                                                                         \
    int name(before const char *path, int how, ...) {                                                          \
        static int (*real)(before const char *, int, mode_t);                                                  \
        if (!real) real = next(#name);                                                                         \
        va_list rest;                                                                                          \
        va_start(rest, how);                                                                                   \
        mode_t mode = (how & O_CREAT) ? va_arg(rest, mode_t) : 0;                                              \
        va_end(rest);                                                                                          \
        return opens(#name, path, how) ? -1 : real(given path, how, mode);                                     \
    }
#define COMMA ,
OPEN_CALL(open, , )
OPEN_CALL(open64, , )
OPEN_CALL(openat, int folder COMMA, folder COMMA)
OPEN_CALL(openat64, int folder COMMA, folder COMMA)

ssize_t read(int file, void *to, size_t size) {
    static ssize_t (*real)(int, void *, size_t);
    if (!real) real = next("read");
    return meets_file("read", "read", file) ? -1 : real(file, to, size);
}

/* Half of what is to be written is, as on a disk that gets full. */
ssize_t write(int file, const void *from, size_t size) {
    static ssize_t (*real)(int, const void *, size_t);
    char path[4096];
    if (!real) real = next("write");
    if (file == STDERR_FILENO) {
        ssize_t written = real(file, from, size);
        if (memmem(from, size, "stopping", 8)) atomic_fetch_add(&stops, 1);
        return written;
    }
    if (!counted("write", "write", name_of(file, path, sizeof path))) return real(file, from, size);
    if (strcmp(getenv("FAULT_ERROR"), "INT") != 0) real(file, from, size / 2);
    return fire() ? real(file, from, size) : -1;
}

ssize_t copy_file_range(int from, off64_t *start, int to, off64_t *end, size_t size, unsigned how) {
    static ssize_t (*real)(int, off64_t *, int, off64_t *, size_t, unsigned);
    if (!real) real = next("copy_file_range");
    return meets_file("write", "copy_file_range", to) ? -1 : real(from, start, to, end, size, how);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static atomic_long began;
    static _Thread_local long readings;
    const char *step = getenv("FAULT_CLOCK");
    long result = syscall(SYS_clock_gettime, clock, time);
    if (!step || clock != CLOCK_MONOTONIC || result != 0) return (int)result;
    long none = 0, now = time->tv_sec * 1000000000L + time->tv_nsec;
    atomic_compare_exchange_strong(&began, &none, now);
    now = atomic_load(&began) + ++readings * atol(step) * 1000000L;
    time->tv_sec = now / 1000000000L;
    time->tv_nsec = now % 1000000000L;
    return 0;
}
