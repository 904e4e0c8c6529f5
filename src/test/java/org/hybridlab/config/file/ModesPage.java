package org.hybridlab.config.file;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.NetworkTraits;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.model.RefusedMode;
import org.hybridlab.config.model.WindowsBuild;

/** The part of docs/reference/lab-file.md about what the words of network modes and Windows builds mean. */
final class ModesPage {
    private static final String MODES = """

            ## Network modes

            `network.mode` chooses how pods reach each other.

            | mode | what it is | backend on Linux | HNS network | CNI plugin on Windows | agents on Windows |
            |---|---|---|---|---|---|
            """;
    private static final String OVERLAYS = """

            flannel and kube-proxy run as `services` on Windows unless you set `network.windowsAgents`. A `daemonset` \
            also needs
            the HostProcess base image, which every Windows machine pulls.

            You may know modes from other texts that hybridlab does not build:

            | in other texts | what became of it | use here |
            |---|---|---|
            """;
    private static final String BUILDS = """

            ## Windows builds

            `build` takes the number or a name. Windows containers run on certain builds only. A rule compares the \
            images'
            tags with the machines' builds, as containerd does.

            | build | names | tags of its images | runs images of | as a machine |
            |---|---|---|---|---|
            """;

    private ModesPage() {
    }

    static String text() {
        return MODES + rows(Stream.of(NetworkMode.values()).map(ModesPage::mode))
                + OVERLAYS + rows(RefusedMode.all().stream().map(ModesPage::refused))
                + BUILDS + rows(WindowsBuild.known().stream().map(ModesPage::build));
    }

    private static List<String> mode(NetworkMode mode) {
        NetworkTraits traits = mode.traits();
        return List.of(code(mode.id()), traits.title(), code(traits.backend()), traits.hnsType(),
                code(traits.delegate()), codes(traits.overlays().stream().map(OverlayStyle::id)));
    }

    private static List<String> refused(RefusedMode mode) {
        return List.of(codes(mode.words().stream()), mode.state(), code(mode.instead().id()));
    }

    private static List<String> build(WindowsBuild build) {
        String support = switch (build.support()) {
            case CURRENT -> "yes";
            case OLD -> "yes, for images of nothing newer; Kubernetes 1.36 no longer lists it";
            case ENDED -> "no: images of today leave it out";
            case NEVER -> "no: older than Kubernetes' support";
        };
        return List.of(code(Integer.toString(build.number())), codes(build.names().stream()),
                codes(build.tags().stream()), codes(build.images().stream().map(one -> "" + one.number())), support);
    }

    private static String rows(Stream<List<String>> rows) {
        return rows.map(row -> "| " + String.join(" | ", row) + " |\n").collect(Collectors.joining());
    }

    private static String codes(Stream<String> words) {
        return words.map(ModesPage::code).collect(Collectors.joining(", "));
    }

    private static String code(String word) {
        return "`" + word + "`";
    }
}
