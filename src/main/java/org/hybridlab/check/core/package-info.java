/** What a check is, what it works with, and the run of all of them. Knows no check by name. */
package org.hybridlab.check.core;
