package org.hybridlab.provision.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.common.workspace.WorkspacePlace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.config.file.reader.SetValues;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.HostFiles;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OperatingSystem;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.context.OpenLab;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabOpenerTest {
    @TempDir
    private Path home;
    private Path labFile;
    private KnownLabs known;

    @BeforeEach
    void aLabFile() throws IOException {
        labFile = Files.writeString(Files.createDirectory(home.resolve("course")).resolve("lab.yaml"),
                "name: duo\nmachines: [{name: control, role: control-plane}]\n");
        known = new KnownLabs(UserFolders.of(Map.of(), home));
    }

    @Test
    void newLab_inOldPlace_hasAnotherId() {
        LabId usual = LabId.of("duo", Workspace.of(labFile).folder());
        assertThat(open()).isEqualTo(usual);

        moved("first", usual);
        LabId second = open();
        assertThat(second.hash()).isNotEqualTo(usual.hash());

        moved("second", second);
        assertThat(open().hash()).isNotIn(usual.hash(), second.hash());
    }

    /** Bridges of the host are named by the hash alone. */
    @Test
    void newLab_ofAnotherName_hasAnotherHash() {
        LabId usual = LabId.of("duo", Workspace.of(labFile).folder());
        moved("first", new LabId("trio", usual.hash()));

        assertThat(open().bridge()).isNotEqualTo(usual.bridge());
    }

    /** What the workspace knows of tells who may have an address. */
    @Test
    void fullNetwork_givesAddress_ofGoneMachine() throws IOException {
        Files.writeString(labFile, """
                name: duo
                machines: [{name: control, role: control-plane}, {name: late}]
                network: {machines: 192.168.57.0/29}
                """);
        Workspace workspace = Workspace.of(labFile);
        Map<String, Ipv4> given = new TreeMap<>();
        for (String name : List.of("control", "a-there", "b-gone", "c-joined", "d-gone")) {
            given.put(name, Ipv4.parse("192.168.57.2").plus(given.size()));
        }
        known.remember(TestKnownLab.of("duo", workspace.folder().toString(), ProviderName.DOCKER, "192.168.57.0/29",
                KnownLab.Origin.of(LabId.of("duo", workspace.folder()).toString(), labFile,
                Optional.empty())).withAddresses(given));
        workspace.create().write(".vagrant/machines/a-there/docker/id", "id");
        workspace.write("ssh/c-joined.conf", "");

        assertThat(opened().lab().machine("late").orElseThrow().address()).isEqualTo(given.get("b-gone"));
    }

    /** So that the file's provider is no change later. */
    @Test
    void provider_ofFile_isKnown_besideFlags() throws IOException {
        Files.writeString(labFile, "provider: virtualbox\n", StandardOpenOption.APPEND);

        OpenLab open = open(new OpenOptions(Optional.of(ProviderName.DOCKER), false));

        assertThat(open.choice().provider()).isEqualTo(ProviderName.DOCKER);
        assertThat(open.written()).contains(ProviderName.VIRTUALBOX);
    }

    /** They stay until the lab is destroyed, or an empty value returns to the file's. */
    @Test
    void settings_stay_untilGivenAgain() {
        known.remember(new KnownLab("duo", Workspace.of(labFile).folder().toString(), ProviderName.DOCKER,
                "192.168.60.0/24", false, NetworkMode.DEFAULT, Map.of(), KnownLab.Origin.of(LabId.of("duo",
                Workspace.of(labFile).folder()).toString(), labFile, Optional.empty()), Optional.empty(),
                Map.of("untaint", "true", "kubernetes", "1.35")));

        OpenLab open = open(new OpenOptions(Optional.empty(), false, new SetValues(Map.of("kubernetes", ""))));

        assertThat(open.settings().lines()).containsExactly("untaint=true");
        assertThat(open.lab().untaint()).isTrue();
    }

    /** Docker has networks to which its host has no route. Nobody but `up` asks, and for a new lab only. */
    @Test
    void providersNetworks_areAvoided_byUpAlone() {
        List<ProviderName> asked = new ArrayList<>();
        LabLocation location = new LabLocation(labFile, Optional.empty());
        assertThat(opened().lab().network().machines()).hasToString("192.168.57.0/24");

        LabOpener up = opener().bringingUp(provider -> {
            asked.add(provider);
            return List.of(Cidr.parse("192.168.57.0/25"));
        });
        assertThat(up.open(location, OpenOptions.NONE).lab().network().machines()).hasToString("192.168.58.0/24");
        assertThat(asked).containsExactly(ProviderName.DOCKER);

        known.remember(TestKnownLab.of("duo", Workspace.of(labFile).folder().toString(), ProviderName.DOCKER,
                "192.168.60.0/24"));
        assertThat(up.open(location, OpenOptions.NONE).lab().network().machines()).hasToString("192.168.60.0/24");
        assertThat(asked).hasSize(1);
    }

    /** So that plans know whether a machine more has room. */
    @Test
    void openLab_knowsMemory_ofItsHost() {
        assertThat(opened().calledBy("it").hostMemoryMiB()).hasValue(64_000);
    }

    private void moved(String folder, LabId id) {
        known.remember(TestKnownLab.of(id.lab(), home.resolve(folder).resolve(".hybridlab").toString(),
                ProviderName.DOCKER, "192.168.57.0/24", KnownLab.Origin.of(id.toString(),
                        home.resolve(folder).resolve("lab.yaml"), Optional.empty())));
    }

    private LabId open() {
        return opened().id();
    }

    private OpenLab opened() {
        return open(OpenOptions.NONE);
    }

    private OpenLab open(OpenOptions asked) {
        return opener().open(new LabLocation(labFile, Optional.empty()), asked);
    }

    private LabOpener opener() {
        HostFacts host = new HostFacts(OperatingSystem.ofThisHost(new HostFiles(home, List.of())),
                4, 64_000, 64_000, 100_000, true, true, List.of(), List.of(Ipv4.parse("192.168.56.53")), "somebody");
        return new LabOpener(known, new WorkspacePlace(home.resolve("workspaces")), host,
                new ProviderChoice(ProviderName.DOCKER, "the test says so"), Optional.empty(), false,
                ManifestTemplates.UNSEEN, workspace -> Optional.empty());
    }
}
