// The bytes of each picture, by name in order. Written by Scripts/demo-pictures of commit 26877ba.

#include "pictures.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t picture_0[] = {
#embed "pictures/banh-mi.png"
};
static const uint8_t picture_1[] = {
#embed "pictures/bigos.png"
};
static const uint8_t picture_2[] = {
#embed "pictures/butter-chicken.png"
};
static const uint8_t picture_3[] = {
#embed "pictures/carbonara.png"
};
static const uint8_t picture_4[] = {
#embed "pictures/chana-masala.png"
};
static const uint8_t picture_5[] = {
#embed "pictures/chilaquiles.png"
};
static const uint8_t picture_6[] = {
#embed "pictures/coq-au-vin.png"
};
static const uint8_t picture_7[] = {
#embed "pictures/cornbread.png"
};
static const uint8_t picture_8[] = {
#embed "pictures/cornish-pasty.png"
};
static const uint8_t picture_9[] = {
#embed "pictures/creme-brulee.png"
};
static const uint8_t picture_10[] = {
#embed "pictures/dal-makhani.png"
};
static const uint8_t picture_11[] = {
#embed "pictures/dan-dan-noodles.png"
};
static const uint8_t picture_12[] = {
#embed "pictures/falafel.png"
};
static const uint8_t picture_13[] = {
#embed "pictures/fish-and-chips.png"
};
static const uint8_t picture_14[] = {
#embed "pictures/focaccia.png"
};
static const uint8_t picture_15[] = {
#embed "pictures/gazpacho.png"
};
static const uint8_t picture_16[] = {
#embed "pictures/goi-cuon.png"
};
static const uint8_t picture_17[] = {
#embed "pictures/gratin-dauphinois.png"
};
static const uint8_t picture_18[] = {
#embed "pictures/greek-salad.png"
};
static const uint8_t picture_19[] = {
#embed "pictures/green-curry.png"
};
static const uint8_t picture_20[] = {
#embed "pictures/guacamole.png"
};
static const uint8_t picture_21[] = {
#embed "pictures/harira.png"
};
static const uint8_t picture_22[] = {
#embed "pictures/hummus.png"
};
static const uint8_t picture_23[] = {
#embed "pictures/irish-stew.png"
};
static const uint8_t picture_24[] = {
#embed "pictures/jambalaya.png"
};
static const uint8_t picture_25[] = {
#embed "pictures/kanelbullar.png"
};
static const uint8_t picture_26[] = {
#embed "pictures/kasespatzle.png"
};
static const uint8_t picture_27[] = {
#embed "pictures/key-lime-pie.png"
};
static const uint8_t picture_28[] = {
#embed "pictures/kottbullar.png"
};
static const uint8_t picture_29[] = {
#embed "pictures/kung-pao-chicken.png"
};
static const uint8_t picture_30[] = {
#embed "pictures/lamb-tagine-with-prunes.png"
};
static const uint8_t picture_31[] = {
#embed "pictures/lasagne.png"
};
static const uint8_t picture_32[] = {
#embed "pictures/mapo-tofu.png"
};
static const uint8_t picture_33[] = {
#embed "pictures/minestrone.png"
};
static const uint8_t picture_34[] = {
#embed "pictures/miso-soup.png"
};
static const uint8_t picture_35[] = {
#embed "pictures/moussaka.png"
};
static const uint8_t picture_36[] = {
#embed "pictures/naan.png"
};
static const uint8_t picture_37[] = {
#embed "pictures/new-england-clam-chowder.png"
};
static const uint8_t picture_38[] = {
#embed "pictures/okonomiyaki.png"
};
static const uint8_t picture_39[] = {
#embed "pictures/oyakodon.png"
};
static const uint8_t picture_40[] = {
#embed "pictures/pad-thai.png"
};
static const uint8_t picture_41[] = {
#embed "pictures/paella-valenciana.png"
};
static const uint8_t picture_42[] = {
#embed "pictures/palak-paneer.png"
};
static const uint8_t picture_43[] = {
#embed "pictures/pho-bo.png"
};
static const uint8_t picture_44[] = {
#embed "pictures/pierogi-ruskie.png"
};
static const uint8_t picture_45[] = {
#embed "pictures/pozole-rojo.png"
};
static const uint8_t picture_46[] = {
#embed "pictures/quiche-lorraine.png"
};
static const uint8_t picture_47[] = {
#embed "pictures/ratatouille.png"
};
static const uint8_t picture_48[] = {
#embed "pictures/rinderrouladen.png"
};
static const uint8_t picture_49[] = {
#embed "pictures/risotto-alla-milanese.png"
};
static const uint8_t picture_50[] = {
#embed "pictures/rote-grutze.png"
};
static const uint8_t picture_51[] = {
#embed "pictures/shakshouka.png"
};
static const uint8_t picture_52[] = {
#embed "pictures/shepherds-pie.png"
};
static const uint8_t picture_53[] = {
#embed "pictures/soda-bread.png"
};
static const uint8_t picture_54[] = {
#embed "pictures/som-tam.png"
};
static const uint8_t picture_55[] = {
#embed "pictures/spanakopita.png"
};
static const uint8_t picture_56[] = {
#embed "pictures/sticky-toffee-pudding.png"
};
static const uint8_t picture_57[] = {
#embed "pictures/tacos-al-pastor.png"
};
static const uint8_t picture_58[] = {
#embed "pictures/tiramisu.png"
};
static const uint8_t picture_59[] = {
#embed "pictures/tom-yum-goong.png"
};
static const uint8_t picture_60[] = {
#embed "pictures/tonkatsu.png"
};
static const uint8_t picture_61[] = {
#embed "pictures/tortilla-espanola.png"
};
static const uint8_t picture_62[] = {
#embed "pictures/yangzhou-fried-rice.png"
};
static const uint8_t picture_63[] = {
#embed "pictures/zaalouk.png"
};
#pragma clang diagnostic pop

const struct cdemo_picture cdemo_pictures[] = {
    {"banh-mi", picture_0, sizeof picture_0},
    {"bigos", picture_1, sizeof picture_1},
    {"butter-chicken", picture_2, sizeof picture_2},
    {"carbonara", picture_3, sizeof picture_3},
    {"chana-masala", picture_4, sizeof picture_4},
    {"chilaquiles", picture_5, sizeof picture_5},
    {"coq-au-vin", picture_6, sizeof picture_6},
    {"cornbread", picture_7, sizeof picture_7},
    {"cornish-pasty", picture_8, sizeof picture_8},
    {"creme-brulee", picture_9, sizeof picture_9},
    {"dal-makhani", picture_10, sizeof picture_10},
    {"dan-dan-noodles", picture_11, sizeof picture_11},
    {"falafel", picture_12, sizeof picture_12},
    {"fish-and-chips", picture_13, sizeof picture_13},
    {"focaccia", picture_14, sizeof picture_14},
    {"gazpacho", picture_15, sizeof picture_15},
    {"goi-cuon", picture_16, sizeof picture_16},
    {"gratin-dauphinois", picture_17, sizeof picture_17},
    {"greek-salad", picture_18, sizeof picture_18},
    {"green-curry", picture_19, sizeof picture_19},
    {"guacamole", picture_20, sizeof picture_20},
    {"harira", picture_21, sizeof picture_21},
    {"hummus", picture_22, sizeof picture_22},
    {"irish-stew", picture_23, sizeof picture_23},
    {"jambalaya", picture_24, sizeof picture_24},
    {"kanelbullar", picture_25, sizeof picture_25},
    {"kasespatzle", picture_26, sizeof picture_26},
    {"key-lime-pie", picture_27, sizeof picture_27},
    {"kottbullar", picture_28, sizeof picture_28},
    {"kung-pao-chicken", picture_29, sizeof picture_29},
    {"lamb-tagine-with-prunes", picture_30, sizeof picture_30},
    {"lasagne", picture_31, sizeof picture_31},
    {"mapo-tofu", picture_32, sizeof picture_32},
    {"minestrone", picture_33, sizeof picture_33},
    {"miso-soup", picture_34, sizeof picture_34},
    {"moussaka", picture_35, sizeof picture_35},
    {"naan", picture_36, sizeof picture_36},
    {"new-england-clam-chowder", picture_37, sizeof picture_37},
    {"okonomiyaki", picture_38, sizeof picture_38},
    {"oyakodon", picture_39, sizeof picture_39},
    {"pad-thai", picture_40, sizeof picture_40},
    {"paella-valenciana", picture_41, sizeof picture_41},
    {"palak-paneer", picture_42, sizeof picture_42},
    {"pho-bo", picture_43, sizeof picture_43},
    {"pierogi-ruskie", picture_44, sizeof picture_44},
    {"pozole-rojo", picture_45, sizeof picture_45},
    {"quiche-lorraine", picture_46, sizeof picture_46},
    {"ratatouille", picture_47, sizeof picture_47},
    {"rinderrouladen", picture_48, sizeof picture_48},
    {"risotto-alla-milanese", picture_49, sizeof picture_49},
    {"rote-grutze", picture_50, sizeof picture_50},
    {"shakshouka", picture_51, sizeof picture_51},
    {"shepherds-pie", picture_52, sizeof picture_52},
    {"soda-bread", picture_53, sizeof picture_53},
    {"som-tam", picture_54, sizeof picture_54},
    {"spanakopita", picture_55, sizeof picture_55},
    {"sticky-toffee-pudding", picture_56, sizeof picture_56},
    {"tacos-al-pastor", picture_57, sizeof picture_57},
    {"tiramisu", picture_58, sizeof picture_58},
    {"tom-yum-goong", picture_59, sizeof picture_59},
    {"tonkatsu", picture_60, sizeof picture_60},
    {"tortilla-espanola", picture_61, sizeof picture_61},
    {"yangzhou-fried-rice", picture_62, sizeof picture_62},
    {"zaalouk", picture_63, sizeof picture_63},
};

const int cdemo_picture_count = 64;
