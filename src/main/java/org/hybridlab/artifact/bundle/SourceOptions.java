package org.hybridlab.artifact.bundle;

/** The user's choice of source. AUTO: official if reachable, else Go modules. */
public enum SourceOptions { AUTO, OFFICIAL, MODULES }
