/** The entry point, the tree of commands, and help. Flags in, one call, result out. */
package org.hybridlab.cli;
