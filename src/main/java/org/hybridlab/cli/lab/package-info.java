/** What several commands do with a lab: open, trust, check, estimate, remove. Parses no command line. */
package org.hybridlab.cli.lab;
