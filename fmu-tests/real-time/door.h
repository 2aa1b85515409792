/* The unit's functions behind a door that changes the environment for each call and looks at it afterwards. The host's
   own arithmetic keeps the usual environment: what differs between two runs is the unit's doing. */
#ifndef DOOR_H
#define DOOR_H

#include "environment.h"

/* Puts the door in front of every function of `fmi` that the scenes call. Once, after `library_use`. */
void door_hang(void);
/* From here on the unit is called with this environment. */
void door_use(Environment);
/* Calls so far, and those after which the control bits were others. */
extern long door_calls, door_changes;

#endif
