/** The result of a run or of checks as a table, JSON, JUnit XML and HTML, and the report of Windows machines. */
package org.hybridlab.report;
