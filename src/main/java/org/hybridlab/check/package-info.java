/** The list of a lab's checks. The checks themselves live in the packages below. */
package org.hybridlab.check;
