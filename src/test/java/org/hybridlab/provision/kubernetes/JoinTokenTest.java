package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;

class JoinTokenTest {
    private final FakeApi api = new FakeApi();

    @Test
    void isGoodForJoinsOnlyAndExpires() {
        JoinToken token = JoinToken.mint(api, line -> { });

        assertThat(token.value()).matches("[a-z0-9]{6}\\.[a-z0-9]{16}");
        assertThat(api.told()).singleElement().asString()
                .startsWith("create /api/v1/namespaces/kube-system/secrets ").contains("bootstrap-token-" + id(token))
                .contains("\"usage-bootstrap-authentication\":\"true\"").contains("expiration")
                .doesNotContain("signing");
    }

    /** The API server judges it by its own clock, and this host may be slow. */
    @Test
    void token_onSlowHost_livesTenMinutes() {
        Instant now = Instant.parse("2100-01-01T00:00:00Z");
        JoinToken.mint(api.at(now), line -> { });

        assertThat(api.told()).singleElement().asString().contains("\"expiration\":\"2100-01-01T00:10:00Z\"");
    }

    @Test
    void isRevokedWhenTheJoinIsOver() {
        JoinToken token = JoinToken.mint(api, line -> { });
        token.close();

        assertThat(api.told()).last().asString()
                .startsWith("delete /api/v1/namespaces/kube-system/secrets/bootstrap-token-" + id(token));
    }

    /** Who asks after Ctrl-C gets half a second, and no second try. */
    @Test
    void token_ofInterruptedJoin_isRevokedPatiently() {
        List<Boolean> hurried = new ArrayList<>();
        ApiServer server = (ApiServer) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {ApiServer.class}, (proxy, method, arguments) -> {
                    hurried.add(Cancellation.ofThisThread().isRequested());
                    return method.invoke(api, arguments);
                });
        JoinToken token = JoinToken.mint(server, line -> { });
        Cancellation interrupted = new Cancellation();
        interrupted.request();

        interrupted.during(() -> {
            token.close();
            return null;
        });

        assertThat(hurried).containsExactly(false, false, false);
        assertThat(api.told()).last().asString().startsWith("delete ");
    }

    @Test
    void joinToken_takesItsSignedRequestsAlong() {
        JoinToken token = JoinToken.mint(api, line -> { });
        api.with("/apis/certificates.k8s.io/v1/certificatesigningrequests", """
                {"items": [{"metadata": {"name": "ours"}, "spec": {"username": "system:bootstrap:%s"}},
                           {"metadata": {"name": "theirs"}, "spec": {"username": "system:bootstrap:abcdef"}}]}"""
                .formatted(id(token)));
        token.forgetRequests();

        assertThat(api.told()).hasSize(2).last()
                .isEqualTo("delete /apis/certificates.k8s.io/v1/certificatesigningrequests/ours");
    }

    @Test
    void isAnotherEachTime() {
        assertThat(JoinToken.mint(api, line -> { }).value()).isNotEqualTo(JoinToken.mint(api, line -> { }).value());
    }

    private static String id(JoinToken token) {
        return token.value().substring(0, 6);
    }
}
