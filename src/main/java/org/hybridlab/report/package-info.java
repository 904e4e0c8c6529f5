/**
 * The result of a run or of checks as a table, JSON, JUnit XML and HTML.
 */
package org.hybridlab.report;
