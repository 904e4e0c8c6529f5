package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.common.template.Installation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionTest extends OwnInstallation {
    @BeforeEach
    void labs() throws IOException {
        lab("duo", "machines: [{name: control, role: control-plane}, {name: node, count: 2}]\n"
                + "apps: [{name: shop, nodePort: 30005, manifests: [shop.yaml]}]\n");
        Files.writeString(home.resolve("labs/duo/shop.yaml"), "apiVersion: v1\nkind: Service\n"
                + "metadata: {name: shop}\nspec: {type: NodePort, ports: [{port: 80, nodePort: 30005}]}\n");
        lab("four", "machines: [{name: control, role: control-plane}]\n");
    }

    /** `_` is a word that is not begun. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"va|validate", "--out|--output", "--output _|text json", "-o j|json",
            "--color=|", "-o json val|validate", "validate _|duo four", "validate --ho|--host", "up d|duo",
            "ssh duo _|control node1 node2", "ssh duo no|node1 node2", "cp duo node1|node1: :files", "open duo _|shop",
            "exec duo --on control,n|control,node1 control,node2", "box _|build package fetch list remove",
            "box build --provider d|docker", "box build --provider = d|--provider=docker",
            "box build --provider=d|--provider=docker", "graph duo --format s|svg", "cache _|list clean",
            "up duo --until node1|node1",
            "bundle get --kubernetes 1.35|1.35.4", "diagnose duo --bundle _|:files", "help ex|exec exit-codes",
            "init --from f|four", "completion _|bash zsh fish", "nonsense _|", "ssh nowhere _|", "validate duo _|"})
    void tabOffersWhatFits(String words, String expected) {
        assertThat(offered(words)).containsExactlyInAnyOrder(expected == null ? new String[0] : expected.split(" "));
    }

    @Test
    void until_ofInstalledLab_offersItsSteps() {
        assertThat(Call.of(home, Map.of(Installation.HOME, Path.of("").toAbsolutePath().toString()), Completion.WORD,
                "up", "duo", "--until", "node-j").out().lines().map(line -> line.replaceFirst("\t.*", "")))
                .containsExactly("node-joined/node1", "node-joined/node2");
    }

    @Test
    void tabOffersEveryCommandWithItsSummary() {
        assertThat(call(Completion.WORD, "").out().lines()).hasSize(CommandName.values().length)
                .contains("up\t" + CommandName.UP.summary());
    }

    @Test
    void tabCompletion_endsWell_withoutErrorOutput() {
        Call call = call(Completion.WORD, "open", "nowhere", "");

        assertThat(call.exitCode()).isZero();
        assertThat(call.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"bash, complete -F", "zsh, compdef", "fish, complete -c"})
    void eachShellGetsItsScript(String shell, String word) {
        assertThat(call("completion", shell).out()).contains(word, "hybridlab");
    }

    private List<String> offered(String words) {
        String[] arguments = Stream.concat(Stream.of(Completion.WORD), Stream.of(words.split(" ")).map(word ->
                word.equals("_") ? "" : word))
                .toArray(String[]::new);
        return call(arguments).out().lines().map(line -> line.replaceFirst("\t.*", "")).toList();
    }
}
