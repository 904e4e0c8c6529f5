/** What every command shares: the session, global options, arguments and flags, questions, output. */
package org.hybridlab.cli.support;
