package org.hybridlab.diagnose.object;

/** Is told what of an object is not as it should be. */
@FunctionalInterface
public interface ObjectLines {
    /** Where objects are that belong to no node. */
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
