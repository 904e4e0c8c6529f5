/** What hybridlab does with a lab, as calls: for a command, a script or a test. No command line, no terminal. */
package org.hybridlab.service;
