/* Usage: silence LIBRARY. Makes the calls of a real-time host in a process that the kernel kills at any system call but
   the one that ends it (seccomp). x86-64 Linux. */
#define _GNU_SOURCE
#include "silent_calls.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child leaves behind, in memory that both see. */
typedef struct {
    int began, ended, right;
    long allocations, messages;
} Report;

/* From glibc's allocator, with a count. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
volatile long allocations;

void *malloc(size_t size)
{
    ++allocations;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    ++allocations;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    ++allocations;
    return __libc_realloc(block, size);
}

/* 0: the kernel does not let us. */
static int forbid_system_calls(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void call_the_system(void)
{
}

static int run_system_call(void)
{
    return syscall(SYS_getppid) > 0;
}

static const Group deliberate = {"a deliberate system call", call_the_system, run_system_call, 0};

/* What both the child and this program end with where it cannot be tried. */
enum { NO_FILTER = 77 };

/* The status of the child that ran the group. */
static int try_group(const Group *group, Report *report)
{
    int status = 0;
    pid_t child;
    memset(report, 0, sizeof *report);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        long before;
        group->prepare();
        if (!forbid_system_calls()) _exit(NO_FILTER);
        report->began = 1;
        before = allocations;
        report->right = group->run();
        report->allocations = allocations - before;
        report->messages = messages;
        report->ended = 1;
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("silence");
        exit(1);
    }
    return status;
}

static int killed_by_filter(int status)
{
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
}

static int judge(const Group *group, int status, const Report *report)
{
    if (killed_by_filter(status)) {
        printf("%s%s: a system call\n", group->may_allocate ? "" : "FAILED ", group->name);
        return group->may_allocate;
    }
    if (!report->ended || !report->right) {
        printf("FAILED %s: status %d, other answers than expected\n", group->name, status);
        return 0;
    }
    if (report->allocations > 0 && !group->may_allocate) printf("FAILED ");
    printf("%s: no system call, %ld allocations, %ld messages\n", group->name, report->allocations, report->messages);
    return report->allocations == 0 || group->may_allocate;
}

int main(int argc, char **argv)
{
    Report *report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int i, status, failures = 0;
    if (argc != 2 || report == MAP_FAILED) {
        fprintf(stderr, "usage: silence LIBRARY\n");
        return 2;
    }
    status = try_group(&deliberate, report);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_FILTER) {
        printf("system calls were NOT looked at: this kernel or container grants no seccomp filter\n");
        return NO_FILTER;
    }
    if (!killed_by_filter(status) || !report->began || report->ended) {
        printf("FAILED: %s passes the filter\n", deliberate.name);
        return 1;
    }
    printf("%s: killed, the filter works\n", deliberate.name);
    silent_load(argv[1]);
    for (i = 0; i < GROUPS; ++i) {
        status = try_group(&groups[i], report);
        failures += !judge(&groups[i], status, report);
    }
    return failures > 0;
}
