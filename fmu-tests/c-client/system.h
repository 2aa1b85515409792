/* What a host needs of the operating system: POSIX and Windows by one name. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stddef.h>

/* A shared library; NULL if it cannot be loaded, and `library_error` says why. */
void *library_load(const char *path);
const char *library_error(void);
/* Writes the function of that name to the function pointer at `function`; 0: there is none. */
int library_resolve(void *library, const char *name, void *function);
/* 0: refused. A library may stay in memory all the same. */
int library_unload(void *library);
/* Whether a library of that path is in memory. */
int library_is_loaded(const char *path);

/* A thread, until it is joined; NULL: none could be started. */
typedef struct Thread Thread;
Thread *thread_start(void (*run)(void *), void *argument);
void thread_join(Thread *thread);

/* Memory of this process that is its own, in bytes, and what it has open: file descriptors or handles. -1: not known
   here. */
long long process_memory(void);
long process_handles(void);

#endif
