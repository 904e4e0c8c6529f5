/**
 * What this host has and lacks: programs, daemons, free networks, the labs that are up. What {@code doctor} and
 * {@code setup} know.
 */
package org.hybridlab.host;
