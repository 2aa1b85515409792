/* What a real-time host calls while the clock runs, as groups that are tried one by one. */
#ifndef SILENT_CALLS_H
#define SILENT_CALLS_H

typedef struct {
    const char *name;
    /* Makes the instance and everything the calls need; system calls are allowed. */
    void (*prepare)(void);
    /* The calls. Answers 1 if every status was the expected one. */
    int (*run)(void);
    /* The group may ask for memory: whether that makes a system call depends on what the allocator has at hand. */
    int may_allocate;
} Group;
extern const Group groups[];
enum { GROUPS = 9 };

/* Blocks of memory that anybody in this process has asked for, and messages that the unit has sent. */
extern volatile long allocations, messages;

void silent_load(const char *library);

#endif
