/** How far claims about Windows machines were proven. */
package org.hybridlab.report.proof;
