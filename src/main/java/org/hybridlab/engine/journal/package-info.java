/** What a run leaves on disk: journal, lock, logs of steps, run ids. */
package org.hybridlab.engine.journal;
