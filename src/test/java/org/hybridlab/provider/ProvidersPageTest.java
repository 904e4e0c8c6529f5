package org.hybridlab.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.ProviderTraits;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.docker.DockerArguments;
import org.junit.jupiter.api.Test;

/** Holds the table in docs/reference/providers.md to what the code goes by; -Dgolden.update=true writes it. */
class ProvidersPageTest {
    private static final Path PAGE = Path.of("docs/reference/providers.md");
    private static final String BEGIN = "<!-- table: begin -->\n";
    private static final String END = "<!-- table: end -->\n";

    @Test
    void theTableIsWhatTheCodeGoesBy() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, page.substring(0, begin) + table() + page.substring(end));
        }
        assertThat(Files.readString(PAGE)).contains(BEGIN + table() + END);
    }

    @Test
    void everyArgumentOfADockerMachineIsExplained() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(DockerArguments.of(new LabId("lab", "0a1b2c"), TestLabs.linux().firstControlPlane(),
                "hl-lab-0a1b2c"))
                .allSatisfy(argument -> assertThat(page).contains("`" + argument.split("[= ]")[0]));
    }

    private static String table() {
        return Stream.of(
                row("", ProviderTraits::title),
                "|---".repeat(ProviderName.values().length + 1) + "|",
                row("seen running", traits -> traits.seenRunning() ? "yes" : "no: its files are parsed and validated"),
                row("Windows machines", traits -> yes(traits.windowsGuests())),
                row("another architecture than the host's", traits -> yes(traits.emulates())),
                row("fixed addresses", traits -> traits.addressesFromVagrant() ? "given at creation"
                        : "set inside the machine"),
                row("machines created at the same time", traits -> yes(traits.startsTogether())),
                row("`vagrant snapshot`", traits -> traits.snapshotsWithMemory() ? "yes, with memory"
                        : yes(traits.snapshots())),
                row("`vagrant package`", traits -> yes(traits.packages())),
                row("a machine's memory", traits -> traits.sharesHostMemory() ? "as used" : "reserved"),
                row("the host's kernel in machines", traits -> yes(traits.sharesKernel())),
                row("the lab's key only", traits -> traits.keyFromBirth() ? "from the first boot"
                        : "from the first contact"),
                row("networks of its own", traits -> list(traits.ownNetworks())),
                row("labs' networks must be in", traits -> traits.allowedMachineNetworks().map(Cidr::toString)
                        .orElse("anywhere"))).map(row -> row + "\n").collect(Collectors.joining());
    }

    private static String row(String what, Function<ProviderTraits, String> value) {
        return "| " + what + " | " + Arrays.stream(ProviderName.values())
                .map(provider -> value.apply(provider.traits())).collect(Collectors.joining(" | ")) + " |";
    }

    private static String yes(boolean value) {
        return value ? "yes" : "no";
    }

    private static String list(List<Cidr> networks) {
        return networks.isEmpty() ? "found on the host" : networks.stream().map(Cidr::toString)
                .collect(Collectors.joining(", "));
    }
}
