/* The file that a scenario leaves behind. */
#include "bits.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static FILE *file;

static FILE *create(const char *folder, const char *name, const char *ending)
{
    char path[1024];
    FILE *created;
    if (strlen(folder) + strlen(name) + strlen(ending) + 2 > sizeof path) fail("%s: the path is too long", folder);
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    created = fopen(path, "wb");
    if (created == NULL) fail("%s cannot be written", path);
    return created;
}

static void finish(FILE *open)
{
    if (ferror(open) | fclose(open)) fail("a recording cannot be written");
}

void recording_open(const char *folder, const char *scenario)
{
    file = create(folder, scenario, ".bits");
}

void recording_close(void)
{
    finish(file);
}

/* Little-endian on every machine. */
static void write_bits(uint64_t bits, int bytes)
{
    for (; bytes > 0; --bytes, bits >>= 8) putc((int)(bits & 0xff), file);
}

void record(Row row, size_t n, const double *values)
{
    size_t i;
    write_bits((uint64_t)row, 4);
    write_bits(n, 4);
    for (i = 0; i < n; ++i) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        write_bits(bits, 8);
    }
}

static void record_bytes(Row row, const unsigned char *bytes, size_t n)
{
    size_t i, rounded = (n + 7) / 8;
    write_bits((uint64_t)row, 4);
    write_bits(rounded, 4);
    for (i = 0; i < 8 * rounded; ++i) putc(i < n ? bytes[i] : 0, file);
}

void record_case(const char *name)
{
    record_bytes(CASE, (const unsigned char *)name, strlen(name));
}

void record_memory(const unsigned char *bytes, size_t n)
{
    record_bytes(MEMORY, bytes, n);
}

static void write_column(Row row, const char *name)
{
    fprintf(file, "%d,%s\n", (int)row, name);
}

void write_columns(const char *folder)
{
    file = create(folder, "columns", ".csv");
    fputs("row,name\n", file);
    unit_columns(write_column);
    write_column(STATUS, "status");
    finish(file);
}
