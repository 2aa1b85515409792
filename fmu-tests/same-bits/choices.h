/* Parameters with items to choose from, and how often an item was in use while the unit answered. */
#ifndef SAME_BITS_CHOICES_H
#define SAME_BITS_CHOICES_H

#include "bits.h"

enum { CHOICES = 23 };
/* The item of each parameter, in the order of `choices.c`. */
typedef struct {
    int items[CHOICES];
} Settings;

/* Any item of every parameter, but the given pair of shapes and no combination that the unit refuses. */
void draw_settings(Random *random, fmi2Type kind, int pair, Settings *settings);
/* As text, "parameter=item " each. */
void name_settings(const Settings *settings, char *text, size_t size);
int chosen(const Settings *settings, fmi2ValueReference parameter);
/* Sets them and draws the numbers of all laws. */
void put_settings(Unit *unit, Random *random, const Settings *settings);
/* Counts one answer. */
void count_settings(const Settings *settings, fmi2Type kind);
/* `choices.csv`: parameter, item, answers in Model Exchange and in Co-Simulation. */
void write_choices(const char *folder);

#endif
