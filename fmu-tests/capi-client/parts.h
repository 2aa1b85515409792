#ifndef PARTS_H
#define PARTS_H

#include "check.h"

void laws(void);
void drop(void);
void contacts(void);
void refusals(void);
void systems(void);
void modelica(void);
void threads(void);
void fuzz(long calls);

#endif
