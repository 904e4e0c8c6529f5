/** Stops labs, lets them go on, and sets them back to snapshots. */
package org.hybridlab.service.lifecycle;
