#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif
#include "system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32

#include <windows.h>

#include <psapi.h>

struct Thread {
    HANDLE handle;
    void (*run)(void *);
    void *argument;
};

static char error[64];

static void keep_error(const char *call)
{
    snprintf(error, sizeof error, "%s: error %lu of Windows", call, (unsigned long)GetLastError());
}

/* Absolute and with backslashes: otherwise LoadLibrary would search, and find a namesake loaded before. */
static int full_path(const char *path, char full[MAX_PATH])
{
    const DWORD length = GetFullPathNameA(path, MAX_PATH, full, NULL);
    return length > 0 && length < MAX_PATH;
}

void *library_load(const char *path)
{
    char full[MAX_PATH];
    HMODULE module = full_path(path, full) ? LoadLibraryA(full) : NULL;
    if (module == NULL) keep_error("LoadLibrary");
    return (void *)module;
}

int library_is_loaded(const char *path)
{
    char full[MAX_PATH];
    return full_path(path, full) && GetModuleHandleA(full) != NULL;
}

const char *library_error(void)
{
    return error;
}

int library_resolve(void *library, const char *name, void *function)
{
    FARPROC symbol = GetProcAddress((HMODULE)library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

int library_unload(void *library)
{
    return FreeLibrary((HMODULE)library) != 0;
}

static DWORD WINAPI thread_main(LPVOID thread)
{
    Thread *self = thread;
    self->run(self->argument);
    return 0;
}

static int thread_create(Thread *thread)
{
    thread->handle = CreateThread(NULL, 0, thread_main, thread, 0, NULL);
    return thread->handle != NULL;
}

static void thread_wait(Thread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

/* Windows keeps the same number in both; wine 8 leaves PrivateUsage at 0, Windows 7 may leave PagefileUsage at 0. */
long long process_memory(void)
{
    PROCESS_MEMORY_COUNTERS_EX counters;
    memset(&counters, 0, sizeof counters);
    counters.cb = sizeof counters;
    if (!GetProcessMemoryInfo(GetCurrentProcess(), (PROCESS_MEMORY_COUNTERS *)&counters, sizeof counters)) return -1;
    return (long long)(counters.PrivateUsage > 0 ? counters.PrivateUsage : counters.PagefileUsage);
}

/* wine 8 says 0 for every process: the handles, multiples of 4 from 4 on, are then tried one by one. */
long process_handles(void)
{
    enum { HANDLE_STEP = 4, LAST_HANDLE = 16384 };
    DWORD count, flags;
    ULONG_PTR value;
    if (!GetProcessHandleCount(GetCurrentProcess(), &count)) return -1;
    if (count > 0) return (long)count;
    for (value = HANDLE_STEP; value <= LAST_HANDLE; value += HANDLE_STEP)
        count += GetHandleInformation((HANDLE)value, &flags) != 0;
    return count > 0 ? (long)count : -1;
}

#else

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>

struct Thread {
    pthread_t handle;
    void (*run)(void *);
    void *argument;
};

void *library_load(const char *path)
{
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

int library_is_loaded(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    return library != NULL && dlclose(library) == 0;
}

const char *library_error(void)
{
    const char *text = dlerror();
    return text != NULL ? text : "";
}

/* ISO C has no conversion from an object pointer to a function pointer, POSIX promises that the bits serve. */
int library_resolve(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

int library_unload(void *library)
{
    return dlclose(library) == 0;
}

static void *thread_main(void *thread)
{
    Thread *self = thread;
    self->run(self->argument);
    return NULL;
}

static int thread_create(Thread *thread)
{
    return pthread_create(&thread->handle, NULL, thread_main, thread) == 0;
}

static void thread_wait(Thread *thread)
{
    pthread_join(thread->handle, NULL);
}

/* The counters of /proc/self/statm lag behind by many pages, so the kernel is made to walk the pages. */
long long process_memory(void)
{
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    char line[512];
    long long sum = -1, part;
    if (file == NULL) file = fopen("/proc/self/smaps", "r");
    if (file == NULL) return -1;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "Private_Clean: %lld kB", &part) != 1 && sscanf(line, "Private_Dirty: %lld kB", &part) != 1)
            continue;
        sum = (sum < 0 ? 0 : sum) + 1024 * part;
    }
    fclose(file);
    return sum;
}

long process_handles(void)
{
    DIR *folder = opendir("/proc/self/fd");
    long count = 0;
    const struct dirent *entry;
    if (folder == NULL) return -1;
    while ((entry = readdir(folder)) != NULL) count += entry->d_name[0] != '.';
    closedir(folder);
    return count - 1; /* without the folder itself */
}

#endif

Thread *thread_start(void (*run)(void *), void *argument)
{
    Thread *thread = malloc(sizeof *thread);
    if (thread == NULL) return NULL;
    thread->run = run;
    thread->argument = argument;
    if (thread_create(thread)) return thread;
    free(thread);
    return NULL;
}

void thread_join(Thread *thread)
{
    thread_wait(thread);
    free(thread);
}
