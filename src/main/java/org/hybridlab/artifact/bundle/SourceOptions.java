package org.hybridlab.artifact.bundle;

/** Which source the user wants; auto: official where it can be reached, else Go modules. */
public enum SourceOptions { AUTO, OFFICIAL, MODULES }
