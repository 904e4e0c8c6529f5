/** Checks of a lab's own apps, and the checks that a lab file writes itself. */
package org.hybridlab.check.app;
