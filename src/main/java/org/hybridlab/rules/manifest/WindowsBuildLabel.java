package org.hybridlab.rules.manifest;

import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** Kubelets label their nodes with three numbers, not with the fourth. */
final class WindowsBuildLabel extends PodRule {
    private static final Pattern FORM = Pattern.compile("10\\.0\\.[0-9]{5}");

    WindowsBuildLabel() {
        super("windows-build-label", "A node selector writes a Windows build as nodes do, for example 10.0.20348.");
    }

    static boolean misspelled(String build) {
        return !FORM.matcher(build).matches();
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.selector(PodSpec.BUILD_LABEL).text().filter(WindowsBuildLabel::misspelled).stream()
                .map(build -> new Flaw(pod.selector(PodSpec.BUILD_LABEL), "no node has the Windows build '%s'"
                        .formatted(build), "Write 10.0. and the build's number, for example 10.0.20348."));
    }
}
