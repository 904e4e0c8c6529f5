package org.hybridlab.cluster.api;

/** Where an API server has an object. It serves the same object under each version of its group. */
public final class ObjectPath {
    private ObjectPath() {
    }

    /** Whether the paths differ in nothing but the version. */
    public static boolean areSame(String one, String other) {
        return withoutVersion(one).equals(withoutVersion(other));
    }

    private static String withoutVersion(String path) {
        return path.replaceFirst("^/apis/([^/]+)/[^/]+/", "/apis/$1/");
    }
}
