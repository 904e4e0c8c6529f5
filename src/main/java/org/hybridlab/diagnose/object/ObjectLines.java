package org.hybridlab.diagnose.object;

/** Receives lines of evidence about objects. */
@FunctionalInterface
public interface ObjectLines {
    /** Place of objects that belong to no node. */
    String CLUSTER = "cluster";

    /**
     * @param place a node's name, or {@link #CLUSTER}
     * @param line kind and name of the object, and what is wrong with it
     */
    void say(String place, String line);

    default void say(String line) {
        say(CLUSTER, line);
    }
}
