/** What of a cluster's objects is not as it should be, as lines of evidence. Only reads, and knows no known failure. */
package org.hybridlab.diagnose.object;
