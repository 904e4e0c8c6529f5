package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Vagrant answers MachineNotFound of a machine that its Vagrantfile does not have, also for halt and suspend. */
class LeavingMachinesTest {
    private static final String BOTH = """
            name: one
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}, {name: node2}]
            """;
    private static final String ONE = BOTH.replace(", {name: node2}", "");

    @TempDir
    private Path folder;
    private LabContext lab;

    @BeforeEach
    void aLabOfThree() throws IOException {
        lab = lab(BOTH);
        lab.workspace().create();
        lab.files().writeTo(lab.workspace());
        for (String machine : List.of("control", "node", "node2")) {
            lab.workspace().write(".vagrant/machines/%s/libvirt/id".formatted(machine), "id");
        }
    }

    @Test
    void machine_thatIsStillThere_staysInVagrantfile() throws IOException {
        String before = vagrantfile();

        lab(ONE).files().writeTo(lab.workspace());
        assertThat(machines()).containsExactly("control", "node", "node2");
        assertThat(vagrantfile()).contains(before.substring(before.indexOf("config.vm.define 'node2'")));
        String once = vagrantfile();
        lab(ONE).files().writeTo(lab.workspace());
        assertThat(vagrantfile()).isEqualTo(once);

        lab.workspace().forgetMachine("node2");
        lab(ONE).files().writeVagrantfileTo(lab.workspace());
        assertThat(vagrantfile()).isEqualTo(lab(ONE).files().vagrantfile());
    }

    @Test
    void machine_thatComesBack_isAsFileSays() throws IOException {
        lab(ONE).files().writeTo(lab.workspace());

        lab(BOTH).files().writeTo(lab.workspace());

        assertThat(vagrantfile()).isEqualTo(lab.files().vagrantfile());
    }

    /** As they are in the repository: golden files of each provider. */
    @ParameterizedTest
    @EnumSource(ProviderName.class)
    void eachProvidersMachines_areFound(ProviderName provider) throws IOException {
        String golden = Files.readString(Path.of("src/test/resources/golden/Vagrantfile.%s.rb".formatted(
                provider.id())));

        String kept = LeavingMachines.keep(golden, "Vagrant.configure(\"2\") do |config|\nend\n",
                machine -> true);

        assertThat(kept.replace("  # No longer in the lab file.\n", "")).endsWith(golden.substring(golden.indexOf(
                "\n  config.vm.define 'control'")));
    }

    private LabContext lab(String text) {
        return WindowsLabs.onLibvirt(text, folder, (command, lines, cancellation) -> {
            throw new AssertionError("nothing runs: " + command.words());
        });
    }

    private String vagrantfile() throws IOException {
        return Files.readString(lab.workspace().vagrantfile());
    }

    private List<String> machines() throws IOException {
        return Pattern.compile("vm.define '(.*)'").matcher(vagrantfile()).results().map(one -> one.group(1)).toList();
    }
}
