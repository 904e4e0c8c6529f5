/** Checks of Windows nodes and of what goes on between Linux and Windows. */
package org.hybridlab.check.windows;
