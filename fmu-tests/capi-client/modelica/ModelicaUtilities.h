/* In the place of the header that a Modelica tool brings. Errors do not return. */
#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H

void ModelicaError(const char *text);
void ModelicaFormatError(const char *format, const char *text);

#endif
