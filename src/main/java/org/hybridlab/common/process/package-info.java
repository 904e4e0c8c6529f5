/** Runs programs with time limits and cancellation. The only user of zt-exec. */
package org.hybridlab.common.process;
