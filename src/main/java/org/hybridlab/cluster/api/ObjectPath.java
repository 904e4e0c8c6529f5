package org.hybridlab.cluster.api;

/** An object's path on the API server, which serves it under each version of its group. */
public final class ObjectPath {
    private ObjectPath() {
    }

    public static boolean areSame(String one, String other) {
        return withoutVersion(one).equals(withoutVersion(other));
    }

    private static String withoutVersion(String path) {
        return path.replaceFirst("^/apis/([^/]+)/[^/]+/", "/apis/$1/");
    }
}
