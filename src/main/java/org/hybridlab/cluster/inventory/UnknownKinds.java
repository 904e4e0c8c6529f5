package org.hybridlab.cluster.inventory;

import java.util.Set;
import java.util.TreeSet;

/**
 * Kinds that cannot be listed: ids such as {@code deployments.apps}, and versions of API groups such as {@code
 * apps/v1}, whose kinds are unknown.
 */
final class UnknownKinds {
    private UnknownKinds() {
    }

    static boolean has(Set<String> unknown, ObjectKind kind) {
        return unknown.contains(kind.id()) || unknown.contains(kind.apiVersion());
    }

    static Set<String> still(Set<String> recorded, Set<String> now) {
        Set<String> still = new TreeSet<>();
        recorded.forEach(one -> {
            if (now.contains(one)) {
                still.add(one);
            }
            now.stream().filter(other -> isVersion(one) != isVersion(other) && group(one).equals(group(other)))
                    .forEach(other -> still.add(isVersion(one) ? other : one));
        });
        return still;
    }

    private static boolean isVersion(String one) {
        return one.contains("/") || one.equals("v1");
    }

    /** Empty for kinds of the core. */
    private static String group(String one) {
        if (isVersion(one)) {
            return one.contains("/") ? one.substring(0, one.indexOf('/')) : "";
        }
        return one.contains(".") ? one.substring(one.indexOf('.') + 1) : "";
    }
}
