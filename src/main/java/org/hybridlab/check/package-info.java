/**
 * What must be true of a running lab, one class for each check. See docs/reference/checks.md.
 */
package org.hybridlab.check;
