package org.hybridlab.rules.manifest;

import java.util.regex.Pattern;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;

/** What an app of the lab may bring that Kubernetes does not: known by the names of workloads and images. */
final class Provided {
    private Provided() {
    }

    /** Whether some pod of the lab may be such a program; true too where that cannot be known. */
    static boolean by(LabFacts facts, Pattern name) {
        return facts.lab().joinsExisting() || !facts.allSeen() || facts.objects().anyMatch(one -> is(one, name));
    }

    private static boolean is(ManifestObject object, Pattern name) {
        return PodSpec.of(object).filter(pod -> name.matcher(object.name()).matches()
                || pod.images().anyMatch(image -> name.matcher(image.reference()).matches())).isPresent();
    }
}
