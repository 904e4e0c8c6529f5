package org.hybridlab.diagnose.object;

@FunctionalInterface
public interface ObjectLines {
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
