package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AptSourcesTest {
    @TempDir
    private Path root;

    @BeforeEach
    void debian() throws IOException {
        write("etc/os-release", "ID=debian\nVERSION_CODENAME=bookworm\n");
    }

    @Test
    void sources_inAnyFormat_giveHostsRelease() throws IOException {
        write("etc/apt/sources.list", """
                # a comment
                deb http://mirror.example.org/debian bookworm main contrib
                deb-src http://mirror.example.org/debian bookworm main
                """);
        write("etc/apt/sources.list.d/debian.sources", """
                Types: deb
                # where snapshots are
                URIs: http://mirror.example.org/debian
                Suites: bookworm bookworm-updates
                Components: main
                Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

                Types: deb
                URIs: http://security.example.org/debian-security
                Suites: bookworm-security
                Components: main non-free
                """);

        assertThat(AptSources.ofHost(root).lines()).containsExactly(
                "deb http://mirror.example.org/debian bookworm main",
                "deb http://mirror.example.org/debian bookworm-updates main",
                "deb http://security.example.org/debian-security bookworm-security main");
    }

    @Test
    void whatOthersHaveAddedIsLeftOut() throws IOException {
        write("etc/apt/sources.list", """
                deb [signed-by=/k.gpg] https://packages.example.org/apt stable main
                deb http://mirror.example.org/debian bookworm-backports main
                deb [arch=amd64] http://mirror.example.org/debian bookworm main
                """);
        write("etc/apt/sources.list.d/off.sources",
                "Enabled: no\nTypes: deb\nURIs: http://off.example.org\nSuites: bookworm\nComponents: main\n");
        write("etc/apt/sources.list.d/old.list.save", "deb http://old.example.org/debian bookworm main\n");

        assertThat(AptSources.ofHost(root).lines())
                .containsExactly("deb http://mirror.example.org/debian bookworm main");
    }

    /** As their own instructions and add-apt-repository write them. */
    @Test
    void publishersWithTheirOwnKeysAreLeftOut() throws IOException {
        write("etc/os-release", "ID=ubuntu\nVERSION_CODENAME=noble\nUBUNTU_CODENAME=noble\n");
        write("etc/apt/sources.list.d/hashicorp.list", "deb [arch=amd64 "
                + "signed-by=/usr/share/keyrings/hashicorp-archive-keyring.gpg] https://apt.example.org noble main\n");
        write("etc/apt/sources.list.d/old-ppa.list", "deb http://ppa.launchpad.net/a/b/ubuntu noble main\n");
        write("etc/apt/sources.list.d/local.list", "deb [ trusted=yes ] file:/srv/packages noble main\n");
        write("etc/apt/sources.list.d/ppa.sources", """
                Types: deb
                URIs: https://ppa.launchpadcontent.net/a/b/ubuntu/
                Suites: noble
                Components: main
                Signed-By:
                 -----BEGIN PGP PUBLIC KEY BLOCK-----
                 .
                 mQINBFUYGZYBEADLW5iTFVcI8
                 -----END PGP PUBLIC KEY BLOCK-----
                """);
        write("etc/apt/sources.list.d/tool.sources", """
                Types: deb
                URIs: https://tool.example.org/ubuntu
                Suites: noble
                Components: main
                Signed-By: /etc/apt/keyrings/tool.asc
                """);
        write("etc/apt/sources.list.d/ubuntu.sources", """
                Types: deb
                URIs: http://mirror.example.org/ubuntu/
                Suites: noble noble-updates
                Components: main universe
                Signed-By: /usr/share/keyrings/ubuntu-archive-keyring.gpg
                """);

        assertThat(AptSources.ofHost(root).lines()).containsExactly(
                "deb http://mirror.example.org/ubuntu/ noble main universe",
                "deb http://mirror.example.org/ubuntu/ noble-updates main universe");
    }

    /** A mirror of one's own company is often trusted, or has its key elsewhere. */
    @ParameterizedTest
    @ValueSource(strings = {"[trusted=yes]", "[signed-by=/etc/apt/keyrings/debian.gpg]",
        "[signed-by=/etc/apt/keyrings/corp.asc]"})
    void onlySourceOfSuite_isKept(String options) throws IOException {
        write("etc/apt/sources.list", "deb %s http://nexus.example.org/debian bookworm main\n".formatted(options)
                + "deb http://security.example.org/debian-security bookworm-security main\n");

        assertThat(AptSources.ofHost(root).lines()).containsExactly(
                "deb http://nexus.example.org/debian bookworm main",
                "deb http://security.example.org/debian-security bookworm-security main");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[trusted=yes]", "[signed-by=/etc/apt/keyrings/debian.gpg]"})
    void likelyMirror_winsOverOtherPublishers(String options) throws IOException {
        write("etc/apt/sources.list", "deb %s http://nexus.example.org/debian bookworm main\n".formatted(options));
        write("etc/apt/sources.list.d/hashicorp.list", "deb [signed-by=/usr/share/keyrings/"
                + "hashicorp-archive-keyring.gpg] https://apt.example.org bookworm main\n");

        assertThat(AptSources.ofHost(root).lines())
                .containsExactly("deb http://nexus.example.org/debian bookworm main");
    }

    /** Their key may be among apt's own, and the mirror's elsewhere. */
    @ParameterizedTest
    @ValueSource(strings = {"[trusted=yes]", "[signed-by=/etc/apt/keyrings/corp.gpg]"})
    void addressOfArchive_winsOverSigner(String options) throws IOException {
        write("etc/apt/sources.list", "deb %s http://mirror.example.org/debian/ bookworm main\n".formatted(options)
                + "deb [arch=amd64] https://apt.example.com bookworm main\n");

        assertThat(AptSources.ofHost(root).lines())
                .containsExactly("deb http://mirror.example.org/debian/ bookworm main");
    }

    @Test
    void sourcesLeftOut_areNamedIfNoneRemains() throws IOException {
        write("etc/apt/sources.list", "deb http://ppa.launchpad.net/a/b/ubuntu bookworm main\n");

        LabException refused = failure(() -> AptSources.ofHost(root));
        assertThat(refused.id()).isEqualTo("box-host-unfit");
        assertThat(refused.what()).contains("http://ppa.launchpad.net/a/b/ubuntu bookworm");
    }

    @Test
    void kindredSystemKeepsItsOwnArchive() throws IOException {
        write("etc/os-release", "ID=kin\nID_LIKE=debian\nVERSION_CODENAME=kin-rolling\n");
        write("etc/apt/sources.list", "deb [signed-by=/usr/share/keyrings/kin-archive-keyring.gpg] "
                + "http://mirror.example.org/kin kin-rolling main\n");

        assertThat(AptSources.ofHost(root).lines())
                .containsExactly("deb http://mirror.example.org/kin kin-rolling main");
    }

    /** Linux Mint and its Debian edition: their own packages carry other release names. */
    @ParameterizedTest
    @CsvSource({"UBUNTU_CODENAME=noble, ID_LIKE=\"ubuntu debian\", noble",
        "DEBIAN_CODENAME=bookworm, ID_LIKE=debian, bookworm"})
    void mint_givesTheReleaseThatItRestsOn(String codename, String like, String release) throws IOException {
        write("etc/os-release", "ID=linuxmint\n" + like + "\nVERSION_CODENAME=own\n" + codename + "\n");
        write("etc/apt/sources.list.d/official-package-repositories.list", """
                deb http://packages.example.org own main upstream import backport
                deb http://mirror.example.org/base %s main restricted universe multiverse
                """.formatted(release));

        assertThat(AptSources.ofHost(root)).isEqualTo(new AptSources(release, like.contains("ubuntu"),
                List.of("deb http://mirror.example.org/base " + release + " main universe")));
    }

    @Test
    void ubuntuKeepsUniverse() throws IOException {
        write("etc/os-release", "ID=ubuntu\nVERSION_CODENAME=\"noble\"\n");
        write("etc/apt/sources.list", "deb http://mirror.example.org/ubuntu noble main restricted universe\n");

        assertThat(AptSources.ofHost(root)).isEqualTo(new AptSources("noble", true,
                List.of("deb http://mirror.example.org/ubuntu noble main universe")));
    }

    /** As Ubuntu 22.04 is installed: a line for each component. */
    @Test
    void componentsOnLinesOfTheirOwn_areMerged() throws IOException {
        write("etc/os-release", "ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=jammy\nUBUNTU_CODENAME=jammy\n");
        write("etc/apt/sources.list", """
                # See http://help.ubuntu.com/community/UpgradeNotes
                deb http://archive.example.org/ubuntu/ jammy main restricted
                # deb-src http://archive.example.org/ubuntu/ jammy main restricted
                deb http://archive.example.org/ubuntu/ jammy-updates main restricted
                deb http://archive.example.org/ubuntu/ jammy universe
                deb http://archive.example.org/ubuntu/ jammy-updates universe
                deb http://archive.example.org/ubuntu/ jammy multiverse
                deb http://archive.example.org/ubuntu/ jammy-updates multiverse
                deb http://archive.example.org/ubuntu/ jammy-backports main restricted universe multiverse
                deb http://security.example.org/ubuntu jammy-security main restricted
                deb http://security.example.org/ubuntu/ jammy-security universe
                deb http://security.example.org/ubuntu jammy-security multiverse
                """);
        write("etc/apt/sources.list.d/docker.list", "deb [arch=amd64 signed-by=/usr/share/keyrings/docker.gpg] "
                + "https://docker.example.org/linux/ubuntu jammy stable\n");

        assertThat(AptSources.ofHost(root).lines()).containsExactly(
                "deb http://archive.example.org/ubuntu/ jammy main universe",
                "deb http://archive.example.org/ubuntu/ jammy-updates main universe",
                "deb http://security.example.org/ubuntu jammy-security main universe");
    }

    /** Ubuntu has no linux-image-cloud. */
    @ParameterizedTest
    @CsvSource({"ID=debian, linux-image-cloud-amd64", "ID=ubuntu, linux-image-virtual",
        "'ID=pop\nID_LIKE=\"ubuntu debian\"', linux-image-virtual",
        "'ID=other\nID_LIKE=debian\nHOME_URL=ubuntu', linux-image-cloud-amd64"})
    void packages_areTheDistributionsOwn(String system, String kernel) throws IOException {
        write("etc/os-release", system + "\nVERSION_CODENAME=noble\n");
        write("etc/apt/sources.list", "deb http://mirror.example.org/x noble main\n");

        assertThat(AptSources.ofHost(root).ownPackages(List.of("zstd", "debian: linux-image-cloud-amd64",
                "ubuntu: linux-image-virtual"))).containsExactly("zstd", kernel);
    }

    /** Machines from boxes to download get their programs from Debian packages, too. */
    @Test
    void sources_ofAnotherSystem_askForAnotherHost() {
        LabException refused = failure(() -> AptSources.ofHost(root));
        assertThat(refused.id()).isEqualTo("box-host-unfit");
        assertThat(refused.advice()).contains("Run hybridlab on a Debian or Ubuntu host")
                .doesNotContain("boxes to download");
    }

    private void write(String name, String text) throws IOException {
        writeFile(root.resolve(name), text);
    }
}
