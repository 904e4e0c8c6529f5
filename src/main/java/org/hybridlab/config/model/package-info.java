/** The domain: immutable records of labs, machines, networks and versions, none of which can be half valid. */
package org.hybridlab.config.model;
