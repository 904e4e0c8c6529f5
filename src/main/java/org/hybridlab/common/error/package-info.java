/** The one exception that users can act on, and the exit codes. Everything may throw it; it depends on nothing. */
package org.hybridlab.common.error;
